// The one rule by which a verdict is given, on the day of the screening and on every later one: a hit outranks everything else, and
// what is in doubt is never clear.

export interface Verdict<Said extends string = string, Reason extends string = string> {
  outcome: Said | 'review';
  /** Why a person has to look; null if nobody has to. */
  reason: Reason | null;
}

/** What speaks against an outcome. */
export interface Doubts<Reason extends string> {
  /** The first of them that is there is told. */
  reasons: readonly (Reason | '' | null | undefined)[];
  /** False if something else says another outcome, or if an answer is missing. */
  isProven: boolean;
  /** What is told of an outcome that is not proven, if there is no other reason. */
  unproven: Reason | null;
}

/**
 * Pure. A hit and an error stay what they are, with the reason beside them. Anything else is itself only if it is proven and nothing
 * speaks against it.
 */
export function carefulVerdict<Said extends string, Reason extends string>(
  said: Said,
  { reasons, isProven, unproven }: Doubts<Reason>,
): Verdict<Said, Reason> {
  const reason =
    reasons.find((one): one is Reason => one !== undefined && one !== null && one !== '') ?? null;
  if (said === 'hit' || said === 'error') return { outcome: said, reason };
  if (isProven && reason === null && said !== 'review') return { outcome: said, reason };
  return { outcome: 'review', reason: reason ?? unproven };
}
