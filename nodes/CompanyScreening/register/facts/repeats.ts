// Which answers say something new? One that says it first is an original; one that says the same again is a repeat. A repeat may leave
// the table once another answer comes after it, so nothing that is read later may depend on it: whatever asks for the past of a
// company goes along the originals, which stay.
import type { SoundAnswer, StoredAnswer } from '../rows/answerRows';
import { latestOf, RUN_IN_DOUBT, verdictText } from './standing';

/** An answer that is about to be stored. */
type NewAnswer = Omit<SoundAnswer, 'past' | 'repeats'>;

/**
 * Pure. An answer with the originals that it comes after, and whether it is one itself.
 *
 * @param known every answer of its company before it
 */
export function withPast(known: readonly StoredAnswer[], answer: NewAnswer): SoundAnswer {
  const past = originalsBefore(known, answer.follows);
  const [id = '', ...others] = past;
  const isAlone = others.length === 0 && mayRepeat(answer) && repeated(known, id, answer) !== undefined;
  return { ...answer, past, repeats: isAlone ? answer.mark : '' };
}

/** Pure. How many originals were screened before this time (ISO 8601). */
export function countOriginals(answers: readonly StoredAnswer[], before: string): number {
  return answers.filter((one) => one.kind !== 'damaged' && one.repeats === '' && one.screenedAt < before)
    .length;
}

/** Pure. What this answer repeats; undefined for an original. @param known every answer of the company */
export function originalOf(known: readonly StoredAnswer[], answer: StoredAnswer): SoundAnswer | undefined {
  if (answer.kind === 'damaged' || answer.repeats === '' || answer.past.length !== 1) return undefined;
  return repeated(known, answer.past[0] ?? '', answer);
}

function originalsBefore(known: readonly StoredAnswer[], follows: readonly string[]): string[] {
  const followed = known.filter(({ answer }) => follows.includes(answer));
  // The repeats among them come before others of them.
  const latest = new Set(latestOf(followed).map(({ answer }) => answer));
  const originals = follows
    .filter((id) => latest.has(id) || !followed.some(({ answer }) => answer === id))
    .map((id) => {
      const one = followed.find(({ answer }) => answer === id);
      return (one && originalOf(known, one)?.answer) ?? id;
    });
  return [...new Set(originals)];
}

/** Each annual returns request has files of its own. What a person had sent again stays as it came, and so does what names a doubt. */
function mayRepeat({ data, despite }: NewAnswer): boolean {
  return data.company.option !== 'AnnualReturns' && despite.length === 0 && data.lateDoubts === undefined;
}

/** Why an answer is in doubt because of others, or of its run: whoever looks at it must find it as it came. */
const DOUBTS: ReadonlySet<string> = new Set([RUN_IN_DOUBT, 'otherRequest', 'staleAnswer']);

/** The answer with this id, if it says the same. */
function repeated(known: readonly StoredAnswer[], id: string, answer: NewAnswer): SoundAnswer | undefined {
  const [one, ...copies] = known.filter((other) => other.answer === id);
  if (!one || copies.length > 0 || one.kind !== 'answer' || answer.kind !== 'answer') return undefined;
  return verdictText(one) === verdictText(answer) && !DOUBTS.has(answer.reason) ? one : undefined;
}
