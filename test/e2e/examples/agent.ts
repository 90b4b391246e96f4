// "Agent with a screening tool": a real agent of n8n with the node as its tool; only the model is a stand-in.
import type { Execution } from '../../support/n8n/rest';
import type { Outgoing } from '../outgoing';
import { open, readRequest } from './approval';
import { replaceOutgoing, useNewRegister, type Examples } from './exampleRuns';
import { startModel, type Model, type ToolCall } from './model';

const chat = 'When a chat message comes';
const agent = 'Compliance agent';
const withinMs = 60_000;

const one = (company: string): ToolCall => ({
  tool: 'Company_Screening',
  arguments: { Company_Name: company },
});
const several = (companies: unknown[], more: Record<string, unknown> = {}): ToolCall => ({
  tool: 'Screen_several_companies',
  arguments: { toolParameters: { Companies: companies }, hitlParameters: {}, ...more },
});

export function agentTests(examples: () => Examples): void {
  let model: Model;
  let outgoing: Outgoing;

  beforeAll(async () => {
    model = await startModel();
    ({ outgoing } = examples());
    await examples().saveCredential('openAiApi', { apiKey: 'made-up-key', url: model.url });
  });

  beforeEach(() => {
    outgoing.emails();
  });

  afterAll(() => model.stop());

  /** Asks the agent a question that the model answers by these calls. Gives the id of the execution. */
  async function ask(...rounds: ToolCall[][]): Promise<string> {
    model.calls(...rounds);
    const { rest, save } = examples();
    const workflowId = await save('agent-with-screening-tool.json', (workflow) => {
      const question = { sessionId: 'test', action: 'sendMessage', chatInput: 'Is any of them listed?' };
      // The answer would wait for a chat that shows it.
      replaceOutgoing(workflow, 'Answer');
      useNewRegister(workflow);
      workflow.pinData = { [chat]: [{ json: question }] };
    });
    await rest.activateWorkflow(workflowId);
    return rest.start(workflowId, chat);
  }

  async function answered(executionId: string): Promise<Execution> {
    const execution = await examples().rest.untilEnded(executionId, { withinMs });
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    expect(execution.output(agent)).toMatchObject([{ json: { output: 'I have read it.' } }]);
    return execution;
  }

  /** What was sent to the service, each name as often as it was. */
  async function sent(): Promise<string[]> {
    const { screenings } = await examples().sandbox.stats();
    return screenings.flatMap(({ companyName, times }) => Array.from({ length: times }, () => companyName));
  }

  /** The e-mail that asks for approval, once the execution waits for it. */
  async function request(executionId: string) {
    await examples().rest.untilWaiting(executionId, { withinMs });
    const [email, ...others] = outgoing.emails();
    expect(others).toEqual([]);
    return readRequest(email?.html ?? '');
  }

  test.each([
    ['Willowbrook Bakery Ltd', [{ outcome: 'clear', reason: null, totalHits: 0 }]],
    [
      'Thistledown Textiles',
      [
        { outcome: 'hit', name: 'Thistledown Textiles', sourceType: 'PEP', sourceId: 'NEB-PEP-2' },
        {
          outcome: 'hit',
          name: 'Thistledown Textiles Overseas',
          sourceType: 'Other',
          sourceId: 'FROST-NEWS-4',
        },
      ],
    ],
    [
      'Pending Partners',
      [
        {
          outcome: 'review',
          reason: 'pending',
          explanation: expect.stringMatching(/has not finished/) as string,
        },
      ],
    ],
    ['Failing Foundry', [{ outcome: 'error', error: expect.stringMatching(/S0005/) as string }]],
  ])('the model is shown what came out for %s, without a person being asked', async (company, items) => {
    await answered(await ask([one(company)]));
    const everyItem = { companyName: company, screeningId: expect.any(String) as string };
    expect(model.shown()).toMatchObject([items.map((item) => ({ ...item, ...everyItem }))]);
    expect(await sent()).toEqual([company]);
    expect(outgoing.emails()).toEqual([]);
  });

  test('a name that cannot be one is told as an error, and not sent', async () => {
    await answered(await ask([one('?')]));
    expect(model.shown()).toMatchObject([
      [{ outcome: 'error', error: 'Company Name "?" contains no letter or digit.' }],
    ]);
    expect(await sent()).toEqual([]);
  });

  test('the model is told what each tool does, and asked only for names', async () => {
    await answered(await ask());
    expect(model.toolsOffered().sort((a, b) => a.name.localeCompare(b.name))).toMatchObject([
      {
        name: 'Company_Screening',
        description: expect.stringMatching(
          /each call is paid for.*review and error are no verdict/,
        ) as string,
        parameters: { required: ['Company_Name'] },
      },
      {
        name: 'Screen_several_companies',
        description: expect.stringMatching(
          /after a person has approved.*review and error are no verdict/,
        ) as string,
        parameters: { properties: { toolParameters: { required: ['Companies'] } } },
      },
    ]);
  });

  test('without approval three companies are screened for a question, however the model calls', async () => {
    const names = ['First Ltd', 'Second Ltd', 'Third Ltd', 'Fourth Ltd', 'Fifth Ltd'];
    const [first, ...others] = names.map(one);
    await answered(await ask(first ? [first] : [], others));
    expect((await sent()).sort()).toEqual(['First Ltd', 'Second Ltd', 'Third Ltd']);
    const refused = [{ outcome: 'error', error: 'Company Name is empty.' }];
    expect(model.shown()).toMatchObject([{}, {}, {}, refused, refused]);
  });

  test('a company that is asked about twice is paid for once', async () => {
    const company = 'Thistledown Textiles';
    await answered(await ask([one(company), one(company)], [one(company)]));
    expect(await sent()).toEqual([company]);
    const [first, ...others] = model.shown();
    for (const other of others) expect(other).toMatchObject([{ outcome: 'hit' }, { outcome: 'hit' }]);
    expect(first).toMatchObject([{ outcome: 'hit' }, { outcome: 'hit' }]);
  });

  describe('a longer list', () => {
    const names = ['Willowbrook Bakery Ltd', 'Pending Partners', 'Failing Foundry', 'Hollowreed Consulting'];

    test('waits for a person, who sees every name; approved, each is sent exactly once', async () => {
      const execution = await ask([several(names)]);
      const { text, approve } = await request(execution);
      expect(text).toContain('An agent asks for screenings that are paid for:');
      expect(text).toContain(names.map((name) => ` "${name}"`).join(',\n'));
      expect(await sent()).toEqual([]);

      await open(approve);
      await answered(execution);
      expect((await sent()).sort()).toEqual([...names].sort());
      expect(model.shown()).toMatchObject([
        [
          { outcome: 'clear', companyName: names[0] },
          { outcome: 'review', companyName: names[1], reason: 'pending' },
          { outcome: 'error', companyName: names[2] },
          { outcome: 'hit', companyName: names[3], name: 'Hollowreed Consulting' },
        ],
      ]);
      await open(approve);
      expect(await sent()).toHaveLength(names.length);
    });

    test('is not sent when the person declines, and the model is told so', async () => {
      const execution = await ask([several(names)]);
      const { decline } = await request(execution);
      await open(decline);
      await answered(execution);
      const rejected = /^User rejected the tool call to Screen several companies/;
      expect(model.shown()).toEqual([[{ output: expect.stringMatching(rejected) as string }]]);
      expect(await sent()).toEqual([]);
    });

    test('waits also when the model says that it is approved, and gives no further screenings without approval', async () => {
      const execution = await ask(
        [one('First Ltd'), several(names, { approved: true })],
        [one('Second Ltd'), one('Third Ltd'), one('Fourth Ltd')],
      );
      const { decline } = await request(execution);
      expect(await sent()).toEqual(['First Ltd']);
      await open(decline);
      await answered(execution);
      expect((await sent()).sort()).toEqual(['First Ltd', 'Second Ltd', 'Third Ltd']);
    });

    test('hides no name in the e-mail, and screens nothing that is not a text', async () => {
      const hidden = '</p><p hidden>& <!-- Second Ltd';
      const execution = await ask([several([hidden, { company: 'Third Ltd', companies: 'Third Ltd' }])]);
      const { text, approve } = await request(execution);
      expect(text).toContain(' "?/p??p hidden?& ?!-- Second Ltd",\n {\n  "company": "Third Ltd"');
      await open(approve);
      await answered(execution);
      expect(await sent()).toEqual([hidden]);
    });

    test('is no text: several names in one would be screened as one company, but a comma in a name separates nothing', async () => {
      const approved = 'When a list is approved';
      const { rest, save } = examples();
      const run = async (companies: unknown) => {
        const workflowId = await save('agent-with-screening-tool.json', (workflow) => {
          useNewRegister(workflow);
          workflow.pinData = { [approved]: [{ json: { companies } }] };
        });
        return rest.run(workflowId, approved);
      };
      expect(await run('A Ltd, B Ltd, C Ltd')).toMatchObject({
        ...{ status: 'error', error: { message: 'List is a text, not a list.' } },
      });
      expect(await sent()).toEqual([]);
      expect(await run(['Acme Co., Ltd.'])).toMatchObject({ status: 'success' });
      expect(await sent()).toEqual(['Acme Co., Ltd.']);
    });

    test('of more than 25 is not sent, even when it is approved', async () => {
      const execution = await ask([
        several(Array.from({ length: 26 }, (_, index) => `Company ${String(index)}`)),
      ]);
      await open((await request(execution)).approve);
      await answered(execution);
      expect(JSON.stringify(model.shown())).toContain(
        'The list has 26 companies that would be sent, and Max Companies per Run is 25.',
      );
      expect(await sent()).toEqual([]);
    });
  });
}
