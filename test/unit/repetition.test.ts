// A run in which n8n repeats the node sends nothing: it would pay for every item again.
import { getAnnualReturnsRequest } from '../../nodes/CompanyScreening/operations/annualReturns/getAnnualReturnsRequest';
import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { refuseRepetition } from '../../nodes/CompanyScreening/run/state/runContext';
import { aNode, failureOf } from './builders';

type Context = Parameters<typeof refuseRepetition>[0];

const started = (mode: ReturnType<Context['getMode']>, retryOnFail?: boolean): Context => ({
  getMode: () => mode,
  getNode: () => ({ ...aNode(), ...(retryOnFail === undefined ? {} : { retryOnFail }) }),
});

test.each([
  ['Screen Company', screenCompany],
  ['Request Annual Returns', requestAnnualReturns],
])("n8n's Retry and Retry On Fail are refused before anything is sent: %s", (_, operation) => {
  expect(
    failureOf(() => {
      refuseRepetition(started('retry'), operation, {});
    }),
  ).toEqual({
    state: 'unsendable',
    failsEveryItem: true,
    message: "n8n's Retry started this run, so what an earlier run sent would be sent and paid for again.",
    advice: expect.stringMatching(
      /^Start the workflow again .*Pay Again on Retry in the options\.$/,
    ) as unknown,
    description:
      'Nothing was sent. Start the workflow again with only the items that have no result yet: the failed run lists what was sent. To send everything again, switch on Pay Again on Retry in the options.',
  });
  expect(
    failureOf(() => {
      refuseRepetition(started('trigger', true), operation, {});
    }),
  ).toEqual({
    state: 'unsendable',
    failsEveryItem: true,
    message: 'Retry On Fail is on, so n8n would repeat the whole node and pay for every item again.',
    advice: expect.stringMatching(/^Switch it off .*Pay Again on Retry in the options\.$/) as unknown,
    description:
      'Nothing was sent. Switch it off in the settings of this node: the node itself repeats a request that the service cannot have worked on, see Max Retries. To send everything again, switch on Pay Again on Retry in the options.',
  });
});

test.each(['retry', 'manual'] as const)('whoever wants to pay again may (%s)', (mode) => {
  expect(() => {
    refuseRepetition(started(mode, true), screenCompany, { payAgainOnRetry: true });
  }).not.toThrow();
});

test.each(['manual', 'trigger', 'webhook', 'error', 'integrated', 'cli'] as const)(
  'any other run goes on (%s)',
  (mode) => {
    for (const retryOnFail of [undefined, false])
      expect(() => {
        refuseRepetition(started(mode, retryOnFail), screenCompany, {});
      }).not.toThrow();
  },
);

test('what costs nothing may be repeated', () => {
  expect(() => {
    refuseRepetition(started('retry', true), getAnnualReturnsRequest, {});
  }).not.toThrow();
});
