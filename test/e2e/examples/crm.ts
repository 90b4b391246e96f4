// "CRM webhook": what a CRM is told about each company that it sends.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod/v4';
import type { Workflow } from '../../support/n8n/rest';
import { listenOnLoopback } from '../../support/ports';
import { until } from '../../support/waiting';
import { callWebhook } from '../../support/webhook';
import { screenEveryTime, setParameters, useNewRegister, type Examples } from './exampleRuns';

type Told = Record<string, unknown>;

/** Starts a CRM. @param take what it does with what it is told; false if it refuses that */
export async function startCrm(take: (told: Told) => boolean) {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response.statusCode = take(z.record(z.string(), z.unknown()).parse(JSON.parse(body))) ? 200 : 400;
      response.end('{}');
    });
  });
  const port = await listenOnLoopback(server);
  return {
    /** Has the workflow tell it. */
    enter: (workflow: Workflow) => {
      for (const name of ['Release it', 'Block it'])
        setParameters(workflow, name, { url: `http://127.0.0.1:${String(port)}/` });
    },
    close: () => server.close(),
  };
}

export function crmTests(examples: () => Examples): void {
  const key = { name: 'X-CRM-Key', value: 'made-up-key-of-the-test' };
  let crm: Awaited<ReturnType<typeof startCrm>>;
  let told: Told[];
  let publish: (edit?: (workflow: Workflow) => void) => Promise<void>;

  beforeAll(async () => {
    const { rest, save, saveCredential } = examples();
    crm = await startCrm((one) => told.push(one) > 0);
    await saveCredential('httpHeaderAuth', key);
    publish = async (edit = () => undefined) => {
      const id = await save('crm-webhook.json', (workflow) => {
        crm.enter(workflow);
        edit(workflow);
      });
      await rest.activateWorkflow(id);
    };
    await publish();
  });

  beforeEach(() => {
    told = [];
  });

  afterAll(() => {
    crm.close();
  });

  const call = (body: unknown) => callWebhook(examples().url, 'crm-screening', body, key);
  const toldAbout = async (companies: unknown[]) => {
    const before = told.length;
    expect(await call({ companies })).toMatchObject({
      status: 200,
      data: { message: 'The companies are screened. Each result follows.' },
    });
    await until('the CRM was told about every company', () =>
      Promise.resolve(told.length >= before + companies.length),
    );
    return new Map(told.map((answer) => [answer['id'], answer]));
  };

  const inProduction = () => examples().connect({ environment: 'production' });

  test('of the sandbox, nothing is released', async () => {
    const answers = await toldAbout([{ id: 'c1', companyName: 'Willowbrook Bakery Ltd' }]);
    expect(answers.get('c1')).toMatchObject({ status: 'blocked', outcome: 'clear', environment: 'sandbox' });
  });

  test('only what is clear is released; a hit, a review, an error and a company without a name or an id block', async () => {
    await inProduction();
    const answers = await toldAbout([
      { companyName: 'Quiet Mill Ltd' },
      { id: 'c1', companyName: 'Willowbrook Bakery Ltd' },
      { id: 'c2', companyName: 'Gloomharbour Shipping Ltd' },
      { id: 'c3', companyName: 'Pending Partners' },
      { id: 'c4', companyName: 'Failing Foundry' },
      { id: 'c5' },
      { id: 'c6', companyName: '' },
      // n8n cannot keep all digits of this number: it would be another id.
      { id: Number.MAX_SAFE_INTEGER * 4, companyName: 'Rounded Mill Ltd' },
    ]);
    expect([...answers].map(([id, { status, outcome }]) => [id, status, outcome]).toSorted()).toEqual([
      [undefined, 'blocked', 'clear'],
      [Number.MAX_SAFE_INTEGER * 4, 'blocked', 'error'],
      ['c1', 'released', 'clear'],
      ['c2', 'blocked', 'hit'],
      ['c3', 'blocked', 'review'],
      ['c4', 'blocked', 'error'],
      ['c5', 'blocked', 'error'],
      ['c6', 'blocked', 'error'],
    ]);
    for (const id of ['c1', 'c2', 'c3'])
      expect(z.uuid().safeParse(answers.get(id)?.['screeningId']).success).toBe(true);
    for (const id of ['c1', 'c2']) expect(answers.get(id)?.['date']).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(answers.get('c2')).toMatchObject({
      hitNames: 'Gloomharbour Shipping Ltd',
      sourceTypes: 'Sanction',
    });
    expect(answers.get('c3')?.['reason']).toBe('pending');
  });

  test('an id that comes with several names is released only if every one of them is clear; a later call judges it anew', async () => {
    await inProduction();
    const list = [
      ['two clear', 'Slate Mill Ltd', 'Slate Mill Limited'],
      ['a hit', 'Basalt Mill Ltd', 'Gloomharbour Shipping Ltd'],
      ['a review', 'Gneiss Mill Ltd', 'Pending Partners'],
      ['an error', 'Marble Mill Ltd', 'Failing Foundry'],
      ['no name', 'Chalk Mill Ltd', ''],
      ['another spelling', 'Granite Mill Ltd', 'Grаnite Mill Ltd'],
    ].flatMap(([id = '', ...names]) => names.map((companyName) => ({ id, companyName })));
    // One is a number, the other a text.
    const mixed = [
      { id: 4711, companyName: 'Flint Mill Ltd' },
      { id: '4711', companyName: 'Quillhaven Group' },
    ];
    // n8n keeps each of these, but none of them is an id.
    const without = [' ', true, {}].map((id, at) => ({ id, companyName: `Without ${at} Ltd` }));
    await toldAbout([...list, ...mixed, ...without]);
    const statuses = (which: unknown) =>
      told.filter(({ id }) => id === which).map(({ status }) => String(status));
    expect(statuses('two clear')).toEqual(['released', 'released']);
    for (const id of ['a hit', 'a review', 'an error', 'no name', 'another spelling'])
      expect([id, ...statuses(id)]).toEqual([id, 'blocked', 'blocked']);
    expect([...statuses(4711), ...statuses('4711')]).toEqual(['blocked', 'blocked']);
    expect(told.filter(({ companyName }) => String(companyName).startsWith('Without'))).toMatchObject(
      without.map(() => ({ status: 'blocked', outcome: 'clear' })),
    );

    told = [];
    await toldAbout([{ id: 'a hit', companyName: 'Basalt Mill Ltd' }]);
    expect(statuses('a hit')).toEqual(['released']);
    // Within a day, no company is paid for twice.
    const { screenings } = await examples().sandbox.stats();
    expect(screenings.find(({ companyName }) => companyName === 'Basalt Mill Ltd')).toMatchObject({
      times: 1,
    });
  });

  test('a company that is no longer listed is blocked until a screening says so', async () => {
    await inProduction();
    const { sandbox } = examples();
    const company = { id: 'g1', companyName: 'Gypsum Mill Ltd' };
    const hit = { name: company.companyName, sourceType: 'Sanction', sourceId: 'G-1' };
    await publish((workflow) => {
      useNewRegister(workflow);
      screenEveryTime(workflow);
    });
    try {
      await sandbox.watchlist({ add: [hit] });
      await toldAbout([company]);
      await sandbox.watchlist({ remove: [hit.name] });
      await toldAbout([company]);
      expect(told.map(({ id, status, outcome }) => [id, status, outcome])).toEqual([
        ['g1', 'blocked', 'hit'],
        ['g1', 'released', 'clear'],
      ]);
    } finally {
      await publish();
    }
  });

  test('where the key of the service is refused, everything blocks', async () => {
    await examples().connect({ subscriptionKey: 'refused' });
    // The register has no answer about it.
    const answers = await toldAbout([{ id: 'c1', companyName: 'Never Asked Before Ltd' }]);
    expect(answers.get('c1')).toMatchObject({ status: 'blocked', outcome: 'error' });
  });

  test.each<[string, unknown, string]>([
    ['no list', {}, 'List is empty.'],
    ['a body that is a list', [{ id: 'c1', companyName: 'Willowbrook Bakery Ltd' }], 'List is empty.'],
    ['an empty list', { companies: [] }, 'The list has no company.'],
    ['a list that is none', { companies: 'Willowbrook Bakery Ltd' }, 'List is a text, not a list.'],
    ['no id', { companies: [{ companyName: 'Willowbrook Bakery Ltd' }] }, 'is called id.'],
    ['no name', { companies: [{ id: 4711, name: 'Willowbrook Ltd' }] }, 'is called companyName.'],
    [
      'a list of 501',
      { companies: Array.from({ length: 501 }, (_, id) => ({ id, companyName: `Mill ${id} Ltd` })) },
      'There are 501 rows in the list, and Max Rows is 500.',
    ],
  ])('%s is answered with 400 and the reason; nothing is screened', async (_, body, reason) => {
    const { status, data } = await call(body);
    const error = expect.stringContaining(reason) as string;
    const description = expect.stringContaining('Nothing of this list was sent.') as string;
    expect({ status, data }).toMatchObject({ status: 400, data: { error, description } });
    expect(told).toEqual([]);
    expect((await examples().sandbox.stats()).screenings).toEqual([]);
  });

  test('without the key of the webhook nothing is screened', async () => {
    const body = { companies: [{ id: 'c1', companyName: 'A' }] };
    expect((await callWebhook(examples().url, 'crm-screening', body)).status).toBe(403);
    expect((await examples().sandbox.stats()).screenings).toEqual([]);
  });
}
