// The careful verdict over every combination: nothing but a clear that nothing contradicts and nobody doubts is clear, and no hit is taken away.
import { reviewIfInDoubt } from '../../nodes/CompanyScreening/service/outcome';

const SAID = ['clear', 'error', 'hit', 'requested', 'review'] as const;
const REASONS = [undefined, null, '', 'pending', 'controlFailed'] as const;

test.each(SAID.flatMap((said) => [false, true].map((isContradicted) => [said, isContradicted] as const)))(
  '%s, contradicted: %s',
  (said, isContradicted) => {
    for (const first of REASONS) {
      for (const second of REASONS) {
        for (const defaultReason of [null, 'damagedRow'] as const) {
          const grounds = {
            reasons: [first, second],
            isContradicted,
            ...(defaultReason ? { defaultReason } : {}),
          };
          const verdict = reviewIfInDoubt(said, grounds);
          const told = [first, second].find(Boolean) ?? null;
          const staysWhatItIs = said === 'hit' || said === 'error';
          const isBeyondDoubt = !isContradicted && told === null && said !== 'review';
          expect(verdict).toEqual({
            outcome: staysWhatItIs || isBeyondDoubt ? said : 'review',
            reason: staysWhatItIs || isBeyondDoubt ? told : (told ?? defaultReason),
          });
        }
      }
    }
  },
);

test.each([
  ['clear that nobody doubts', 'clear', [null, ''], false, { outcome: 'clear', reason: null }],
  ['clear in doubt', 'clear', [null, 'controlFailed'], false, { outcome: 'review', reason: 'controlFailed' }],
  ['clear that is contradicted', 'clear', [], true, { outcome: 'review', reason: 'damagedRow' }],
  ['a hit in doubt', 'hit', ['pending'], true, { outcome: 'hit', reason: 'pending' }],
  ['an accepted request', 'requested', [], false, { outcome: 'requested', reason: null }],
  ['an error beside a doubt', 'error', ['pending'], false, { outcome: 'error', reason: 'pending' }],
  ['no outcome, and no reason known', 'review', [], false, { outcome: 'review', reason: 'damagedRow' }],
] as const)('%s', (_, said, reasons, isContradicted, expected) => {
  expect(reviewIfInDoubt(said, { reasons, isContradicted, defaultReason: 'damagedRow' })).toEqual(expected);
});
