// The last gate before a verdict comes out: a company is clear only if the service said so, the register holds that answer, and
// nothing that the register knows speaks against it.
import { carefulVerdict, type Verdict } from '../../service/carefulVerdict';
import type { ReviewReason } from '../../service/outcome';
import type { Settlement } from './companyResult';
import type { SoundAnswer } from '../rows/answerRows';
import type { Doubt } from '../facts/standing';

/** Why a company of the register has no verdict, besides the reasons that the service's record gives. */
export type RegisterReason = Doubt | 'beingScreened' | 'notStored' | 'staleAnswer';

/** The sentences of those that `service/outcome.ts` does not know. */
export const REGISTER_EXPLANATIONS: Record<Exclude<RegisterReason, ReviewReason>, string> = {
  noAnswer:
    'The company may have been screened and paid for, and no answer came or could be kept. It is not sent again by itself, because that might be paid for twice. Ask the support of the service, and quote the reference id. To have it sent all the same, record the decision sendAgain about it (resource Register, Record Decision).',
  beingScreened:
    'Another run is screening this company and has not finished. Run the list again later: it will have the answer, and nothing is paid for twice.',
  contradiction:
    'The company was screened twice at the same time, and the answers contradict each other. Look at both.',
  damagedRow:
    'The row of this answer in the register was changed, or a row that speaks against it, so it proves nothing. Find out who changed it.',
  notStored:
    'The service answered, but the answer could not be kept in the register, or not be compared there with the answers of other runs, so it is not shown as clear. Keep the screening id. Later runs do not send the company again by themselves, unless it was forgotten while the answer was on its way: then nothing of it was kept.',
};

/** What is said of a company of the register. */
export type RegisterVerdict = Verdict<SoundAnswer['outcome']>;

/**
 * @param said what the operation reads from the payload of the answer, today
 * @returns never less careful than what was stored, and never less careful than what is read today
 */
export function verdictOf(
  { stored, doubt, answer }: Pick<Extract<Settlement, { is: 'answer' }>, 'answer' | 'doubt' | 'stored'>,
  said: RegisterVerdict,
): RegisterVerdict {
  return carefulVerdict(said.outcome, {
    reasons: [stored ? doubt : 'notStored', answer.reason, said.reason],
    isProven: said.outcome === answer.outcome,
    unproven: 'damagedRow',
  });
}
