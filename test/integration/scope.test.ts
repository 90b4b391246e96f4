// Whether a failure is of one company or of the run stands on every error item, wherever n8n puts it.
import { screening } from './attacks';
import { useSandbox } from './sandbox';

const sandbox = useSandbox();
const NAMES = ['Honest Bakery', 'Failing Foundry', ''];

const regular = { onError: 'continueRegularOutput' } as const;
const errorOutput = { onError: 'continueErrorOutput' } as const;
const split = { output: { outputs: 'byOutcome' } };
const perCompany = { output: { itemsPer: 'company' } };

describe.each([
  { what: 'one output', ...regular, parameters: {}, errorsAt: 0 },
  { what: 'one item per company', ...regular, parameters: perCompany, errorsAt: 0 },
  { what: 'three outputs', ...regular, parameters: split, errorsAt: 2 },
  {
    what: 'three outputs, one item per company',
    ...regular,
    parameters: { output: { ...split.output, ...perCompany.output } },
    errorsAt: 2,
  },
  { what: 'raw', ...regular, parameters: { output: { content: 'raw' } }, errorsAt: 0 },
  { what: 'selected fields', ...regular, parameters: { output: { content: 'selectedFields' } }, errorsAt: 0 },
  { what: 'error output', ...errorOutput, parameters: {}, errorsAt: 1 },
  { what: 'error output, one item per company', ...errorOutput, parameters: perCompany, errorsAt: 1 },
  { what: 'error output behind three', ...errorOutput, parameters: split, errorsAt: 3 },
  { what: 'error output, raw', ...errorOutput, parameters: { output: { content: 'raw' } }, errorsAt: 1 },
])('$what', ({ onError, parameters, errorsAt }) => {
  const scopesOver = async (changes: Record<string, string> = {}) => {
    const credential = { ...sandbox().credential, ...changes };
    const { outputs } = await screening({ credential }, NAMES, { onError, parameters });
    return outputs.flatMap((items, output) =>
      items.filter(({ json }) => json['outcome'] === 'error').map(({ json }) => [output, json['scope']]),
    );
  };

  test('a company that failed, and one without a name', async () => {
    expect(await scopesOver()).toEqual([
      [errorsAt, 'item'],
      [errorsAt, 'item'],
    ]);
  });

  test('a key that is refused fails the run, also for those that were not sent', async () => {
    expect(await scopesOver({ subscriptionKey: 'refused' })).toEqual([
      [errorsAt, 'run'],
      [errorsAt, 'run'],
      [errorsAt, 'item'],
    ]);
  });
});
