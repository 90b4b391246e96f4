// The words under a failure's message are put together in one place, always in the same order.
import { descriptionOf } from '../../nodes/CompanyScreening/output/errors';
import type { FailureDetails } from '../../nodes/CompanyScreening/service/failure';

const subject = { name: 'Example Ltd', referenceId: 'ref-1' };
const MAY_BE_PAID =
  'The service may have done the work anyway and charged for it. Before you send it again, ask its support about this request and quote the reference ID ref-1.';

test.each<[string, FailureDetails, string]>([
  ['of a failure without more to say is empty', { state: 'refused', message: 'No.' }, ''],
  [
    'says what is known, then how long to wait, then what to do',
    { state: 'refused', message: 'No.', explanation: 'Why.', advice: 'Do this.', retryAfterMs: 4_200 },
    'Why. It asks you to wait 5 s. Do this.',
  ],
  [
    'says that nothing was sent if the item cannot be sent',
    { state: 'unsendable', message: 'No.', advice: 'Do this.' },
    'Nothing was sent. Do this.',
  ],
  [
    'says so if the request never went out',
    { state: 'safe', sending: 'never', message: 'No.', advice: 'Do this.' },
    'Nothing was sent. Do this.',
  ],
  [
    'says once that nothing was sent if the run had stopped',
    { state: 'unsendable', sending: 'stoppedBefore', message: 'No.', advice: 'Do this.' },
    'Nothing was sent for this item: the run had stopped before its turn. Do this.',
  ],
  [
    'says that nothing more is sent after a long wait was asked for',
    { state: 'refused', message: 'No.', retryAfterMs: 120_001, advice: 'Do this.' },
    'It asks you to wait 3 minutes. Do this. Nothing more is sent in this run: run the items without a result again after that time.',
  ],
  [
    'says nothing more about the longest wait that is waited for',
    { state: 'refused', message: 'No.', retryAfterMs: 120_000, advice: 'Do this.' },
    'It asks you to wait 2 minutes. Do this.',
  ],
  [
    'says that it may be paid for if no answer came',
    { state: 'uncertain', message: 'No.', advice: 'Do this.' },
    `Do this. ${MAY_BE_PAID}`,
  ],
  [
    'says so after an earlier attempt without an answer, whatever became of the last one',
    {
      state: 'staysUncertain',
      receiptId: null,
      sending: 'earlierUnanswered',
      message: 'No.',
      explanation: 'Why.',
    },
    `An earlier attempt had no clear answer; this is the result of the last one. Why. ${MAY_BE_PAID}`,
  ],
  [
    'says so if nothing more went out',
    { state: 'uncertain', sending: 'noMore', message: 'No.', advice: 'Do this.' },
    `Nothing more was sent. Do this. ${MAY_BE_PAID}`,
  ],
  [
    'names what was paid for before a later name of the company was refused',
    {
      state: 'staysUncertain',
      receiptId: null,
      message: 'No.',
      advice: 'Do this.',
      after: {
        name: 'Third Ltd',
        referenceId: 'ref-3',
        mayBeCharged: false,
        answered: [
          { name: 'First Ltd', id: `s-${'1'.repeat(200)}` },
          { name: 'Second Ltd', id: '' },
        ],
      },
    },
    `Do this. This happened with the name "Third Ltd". Screened and paid for before that: "First Ltd" (id s-${'1'.repeat(97)}…), "Second Ltd". If the company is sent again, all its names are.`,
  ],
  [
    'names the request of that name if it may be paid for as well',
    {
      state: 'staysUncertain',
      receiptId: null,
      message: 'No.',
      after: {
        name: 'Second Ltd',
        referenceId: 'ref-2',
        mayBeCharged: true,
        answered: [{ name: 'First Ltd', id: 's-1' }],
      },
    },
    `This happened with the name "Second Ltd". Screened and paid for before that: "First Ltd" (id s-1). If the company is sent again, all its names are. ${MAY_BE_PAID.replace('ref-1', 'ref-2')}`,
  ],
  [
    'of a request that failed at the service says that it may have been charged',
    { state: 'failedAtService', receiptId: 's-1', message: 'No.', advice: 'Do this.' },
    'Do this. The service took the request, and may have charged for it. Before you send it again, ask its support about this request and quote the reference ID ref-1.',
  ],
])('the description %s', (_, details, expected) => {
  expect(descriptionOf(details, subject)).toBe(expected);
});

test.each([
  [1, '1 s'],
  [119_000, '119 s'],
  [119_001, '2 minutes'],
  [7_199_000, '120 minutes'],
  [7_200_000, '2 hours'],
  [7_200_001, '3 hours'],
])('a wait of %i ms is told as %s, rounded up', (retryAfterMs, told) => {
  expect(descriptionOf({ state: 'safe', message: 'No.', retryAfterMs }, undefined)).toContain(
    `It asks you to wait ${told}.`,
  );
});
