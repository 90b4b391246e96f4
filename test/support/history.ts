// Everything that happened around a register, as one log: what the service got, what the register keeps, what came out. The model, the end-to-end
// tests and the bench fill it in with what each of them can see, and ask the same promises of it.

/** A request that the service did the work for, and is paid for. */
export interface PaidRequest {
  /** Any text that tells companies apart. */
  company: string;
  /** The name that was sent, of the company's names. */
  name: string;
  /** The reference id of the request, or the mark of its claim. */
  reference: string | null;
  /** Undefined where the log does not say. */
  said?: Said;
}
type Said = 'clear' | 'hit' | 'nothing' | 'requested' | 'review';

/** A row of an answer. */
export interface KeptAnswer {
  id: string;
  run: string;
  company: string;
  reference: string;
  hasHits: boolean;
  /** Texts that are equal for equal screening ids. */
  screenings: readonly string[];
}

/** A run's word on a company as what the service had answered. */
export interface Told {
  run: string;
  company: string;
  names: readonly string[];
  reference: string;
  outcome: Exclude<Said, 'nothing'>;
  /** The row that it was told from; null where the log does not say. */
  answer: string | null;
  /** True if the run may say `review` although nothing was found. */
  isInDoubt: boolean;
  /** True if the control of the run that got the answer had failed, and this run has read so. */
  isOfFailedControl: boolean;
}

export interface EndedRun {
  run: string;
  /** The companies of its list, and those that came out, with a verdict or without. */
  listed: readonly string[];
  cameOut: readonly string[];
  /** The runs that were over before it began. */
  after: readonly string[];
}

/** Missing parts were not looked at: nothing is asked of them. */
export interface History {
  /** Events in the order of the service. */
  paid?: readonly PaidRequest[];
  /** Times that this name may be paid for once more: a person said so, or it was due. Never, unless given. */
  mayBePaidAgain?: (request: PaidRequest) => number;
  /** Rows in the order in which they were stored. */
  kept?: readonly KeptAnswer[];
  /** Requests that may have been sent by the word of the register or of an item: company and reference. */
  open?: readonly Pick<KeptAnswer, 'company' | 'reference'>[];
  told?: readonly Told[];
  ended?: readonly EndedRun[];
}

/** Gives a sentence for every time that the promise is broken. */
type HistoryPromise = (history: History) => string[];

/** No name of a company is paid for twice, unless a person said so or it was due. */
export const paidOnce: HistoryPromise = ({ paid = [], mayBePaidAgain = () => 0 }) => {
  const times = new Map<string, number>();
  return paid.flatMap((request) => {
    const key = JSON.stringify([request.company, request.name]);
    const now = (times.get(key) ?? 0) + 1;
    times.set(key, now);
    if (now <= 1 + mayBePaidAgain(request)) return [];
    return [`${request.name} was paid for ${now} times without a word of a person`];
  });
};

/** A reference belongs to one company. */
export const referencesOfOne: HistoryPromise = ({ paid = [] }) => {
  const companies = new Map<string, string>();
  return paid.flatMap(({ reference, company }) => {
    if (reference === null) return [];
    const first = companies.get(reference) ?? company;
    companies.set(reference, first);
    return first === company ? [] : [`the service got ${reference} for ${first} and for ${company}`];
  });
};

/** The service was asked for this very company, under this reference, before anything is told of it. */
export const askedBeforeTold: HistoryPromise = ({ paid, told = [] }) => {
  if (!paid) return [];
  const asked = new Set(paid.map(keyOf));
  return told
    .filter((one) => !asked.has(keyOf(one)))
    .map(
      ({ reference, company, outcome }) => `${company} is ${outcome}, and was not asked for as ${reference}`,
    );
};

/** Nobody is clear unless the service said so of each of its names, and nobody has a hit that it did not give. */
export const saidBeforeTold: HistoryPromise = ({ paid = [], told = [] }) => {
  const requests = new Map<string, PaidRequest[]>();
  for (const request of paid) {
    const key = keyOf(request);
    requests.set(key, [...(requests.get(key) ?? []), request]);
  }
  return told.flatMap((one) => {
    const { company, names, outcome, isInDoubt } = one;
    const asked = requests.get(keyOf(one)) ?? [];
    if (asked.length === 0 || asked.some(({ said }) => said === undefined)) return [];
    const given = together(names.map((name) => asked.find((request) => request.name === name)?.said));
    const mayBeDoubted = given === 'clear' || given === 'requested';
    const isGiven = outcome === given || (outcome === 'review' && mayBeDoubted && isInDoubt);
    return isGiven ? [] : [`${company} is ${outcome}, and the service said ${given}`];
  });
};

/** An answer is in the register before it is told. */
export const keptBeforeTold: HistoryPromise = ({ kept, told = [] }) => {
  if (!kept) return [];
  const rows = new Set(kept.map(({ id, company }) => JSON.stringify([id, company])));
  return told
    .filter(({ answer, company }) => answer !== null && !rows.has(JSON.stringify([answer, company])))
    .map(({ company, outcome }) => `${company} was ${outcome} before its answer was stored`);
};

/** Every paid request is kept with its answer and its hits, or something says that it may have been sent. */
export const nothingPaidIsLost: HistoryPromise = ({ paid = [], kept, open = [] }) => {
  if (!kept) return [];
  const rows = new Map(kept.map((one) => [keyOf(one), one]));
  const known = new Set([...open.map(keyOf), ...rows.keys()]);
  return paid.flatMap((request) => {
    const row = rows.get(keyOf(request));
    if (!known.has(keyOf(request))) return [`${request.name} was sent, and nothing says so`];
    return request.said === 'hit' && row && !row.hasHits ? [`a hit of ${request.name} is not kept`] : [];
  });
};

/** No answer is stored twice. */
export const keptOnce: HistoryPromise = ({ kept = [] }) => {
  const ids = new Set<string>();
  return kept.flatMap(({ id }) => {
    const isAgain = ids.has(id);
    ids.add(id);
    return isAgain ? [`the answer ${id} is stored twice`] : [];
  });
};

/** A run that ends gives each company of its list exactly once. */
export const eachCompanyOnce: HistoryPromise = ({ ended = [] }) =>
  ended
    .filter(({ listed, cameOut }) => listed.toSorted().join('\n') !== cameOut.toSorted().join('\n'))
    .map(({ run }) => `run ${run} has not exactly one outcome for each company`);

/**
 * A company that shares an id with one that was stored earlier is neither clear nor requested. For runs that begin later, neither of the two is.
 */
export const noIdClearsTwo: HistoryPromise = ({ kept = [], told = [], ended = [] }) =>
  told.flatMap(({ run, company, answer, outcome }) => {
    const place = kept.findIndex(({ id }) => id === answer);
    const own = kept[place];
    if ((outcome !== 'clear' && outcome !== 'requested') || !own) return [];
    const before = ended.find((one) => one.run === run)?.after ?? [];
    const known = kept.filter((one, index) => before.includes(one.run) || (own.run === run && index < place));
    const isOfTwo = known.some(
      (one) => one.company !== company && one.screenings.some((id) => own.screenings.includes(id)),
    );
    return isOfTwo
      ? [`run ${run} says ${outcome} of ${company}, whose screening id another company has`]
      : [];
  });

/** A run that has read that a control failed calls nothing clear that the control's run got. */
export const failedControlsClearNobody: HistoryPromise = ({ told = [] }) =>
  told
    .filter(({ outcome, isOfFailedControl }) => outcome === 'clear' && isOfFailedControl)
    .map(({ company }) => `${company} is clear, and the control of the run that asked had failed`);

export const PROMISES = {
  paidOnce,
  referencesOfOne,
  askedBeforeTold,
  saidBeforeTold,
  keptBeforeTold,
  nothingPaidIsLost,
  keptOnce,
  eachCompanyOnce,
  noIdClearsTwo,
  failedControlsClearNobody,
} as const satisfies Record<string, HistoryPromise>;

/** Broken promises, a sentence each. Pure. */
export function brokenPromises(history: History): string[] {
  return Object.values(PROMISES).flatMap((promise) => promise(history));
}

const keyOf = ({ company, reference }: Pick<PaidRequest, 'company' | 'reference'>): string =>
  JSON.stringify([reference, company]);

/** The service's word on a company of several names. */
function together(said: readonly (Said | undefined)[]): Said {
  if (said.some((one) => one === undefined || one === 'nothing')) return 'nothing';
  return (['hit', 'review', 'requested'] as const).find((one) => said.includes(one)) ?? 'clear';
}
