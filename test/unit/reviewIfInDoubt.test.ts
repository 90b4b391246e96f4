// The careful verdict over every combination: nothing but a proven clear that nobody doubts is clear, and no hit is taken away.
import { reviewIfInDoubt } from '../../nodes/CompanyScreening/service/outcome';

const SAID = ['clear', 'error', 'hit', 'requested', 'review'] as const;
const REASONS = [undefined, null, '', 'pending', 'controlFailed'] as const;

test.each(SAID.flatMap((said) => [true, false].map((isProven) => [said, isProven] as const)))(
  '%s, proven: %s',
  (said, isProven) => {
    for (const first of REASONS) {
      for (const second of REASONS) {
        for (const unprovenReason of [null, 'damagedRow'] as const) {
          const verdict = reviewIfInDoubt(said, { reasons: [first, second], isProven, unprovenReason });
          const told = [first, second].find(Boolean) ?? null;
          const staysWhatItIs = said === 'hit' || said === 'error';
          const isBeyondDoubt = isProven && told === null && said !== 'review';
          expect(verdict).toEqual({
            outcome: staysWhatItIs || isBeyondDoubt ? said : 'review',
            reason: staysWhatItIs || isBeyondDoubt ? told : (told ?? unprovenReason),
          });
        }
      }
    }
  },
);

test.each([
  ['clear that nobody doubts', 'clear', [null, ''], true, { outcome: 'clear', reason: null }],
  ['clear in doubt', 'clear', [null, 'controlFailed'], true, { outcome: 'review', reason: 'controlFailed' }],
  ['clear that is not proven', 'clear', [], false, { outcome: 'review', reason: 'damagedRow' }],
  ['a hit in doubt', 'hit', ['pending'], false, { outcome: 'hit', reason: 'pending' }],
  ['an accepted request', 'requested', [], true, { outcome: 'requested', reason: null }],
  ['an error beside a doubt', 'error', ['pending'], true, { outcome: 'error', reason: 'pending' }],
  ['no outcome, and no reason known', 'review', [], true, { outcome: 'review', reason: 'damagedRow' }],
] as const)('%s', (_, said, reasons, isProven, expected) => {
  expect(reviewIfInDoubt(said, { reasons, isProven, unprovenReason: 'damagedRow' })).toEqual(expected);
});
