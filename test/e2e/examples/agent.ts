// "Agent with a screening tool": a real agent of n8n with the node as its tool; only the model is a stand-in.
import type { Execution } from '../../support/n8n/rest';
import type { Examples } from './exampleRuns';
import { startModel, type Model } from './model';

const chat = 'When a chat message comes';
const agent = 'Compliance agent';

/** The tests of `agent-with-screening-tool.json`. */
export function agentTests(examples: () => Examples): void {
  let model: Model;

  beforeAll(async () => {
    model = await startModel();
    await examples().saveCredential('openAiApi', { apiKey: 'made-up-key', url: model.url });
  });

  afterAll(async () => {
    await model.stop();
  });

  async function ask(company: string): Promise<Execution> {
    const { rest, save } = examples();
    const chatInput = `Is "${company}" on any watchlist?`;
    const workflowId = await save('agent-with-screening-tool.json', (workflow) => {
      workflow.pinData = { [chat]: [{ json: { sessionId: 'test', action: 'sendMessage', chatInput } }] };
    });
    return rest.run(workflowId, chat);
  }

  async function answerTo(company: string): Promise<unknown> {
    const execution = await ask(company);
    expect(execution).toMatchObject({ status: 'success', error: undefined });
    return execution.output(agent)[0]?.json['output'];
  }

  test('a clear company reaches the agent as clear', async () => {
    await expect(answerTo('Willowbrook Bakery Ltd')).resolves.toBe('clear');
    const { screenings } = await examples().sandbox.stats();
    expect(screenings).toMatchObject([{ companyName: 'Willowbrook Bakery Ltd', times: 1 }]);
  });

  test('every hit of a company reaches the agent', async () => {
    await expect(answerTo('Thistledown Textiles')).resolves.toBe(
      'hit: Thistledown Textiles (PEP, NEB-PEP-2); hit: Thistledown Textiles Overseas (Other, FROST-NEWS-4)',
    );
  });

  test.each([
    ['Pending Partners', 'review: pending'],
    ['Failing Foundry', expect.stringMatching(/^error: .*S0005/)],
    ['?', expect.stringMatching(/^error: .*contains no letter or digit/)],
  ])('%s has no verdict, and the agent is told so', async (company, answer) => {
    await expect(answerTo(company)).resolves.toEqual(answer);
  });

  test('the model is told what the tool does, and asked only for the name', async () => {
    await answerTo('Willowbrook Bakery Ltd');
    expect(model.toolsOffered()).toMatchObject([
      {
        name: 'Company_Screening',
        description: expect.stringContaining('AML and PEP') as string,
        parameters: { required: ['Company_Name'] },
      },
    ]);
  });
}
