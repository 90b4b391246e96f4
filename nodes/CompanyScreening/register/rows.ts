// The register's rows: what each table holds, how it is written, and whether a row that is read can be believed.
import * as z from 'zod/v4';

import { screeningOptionSchema } from '../service/contract';
import { companyHash, hashOf, type CompanyHash } from './identity';
import { MARK, type TableRow, type StoredRow, type TableName } from './tables';

/** The columns of each table, besides n8n's own, with their type in n8n's data tables. */
export const COLUMNS = {
  runs: {
    run: 'string',
    /** `going`, `ended`, or `presumedDead` (another run saw no beat of it for a while). */
    state: 'string',
    /** Changes whenever the run shows that it lives. */
    beat: 'string',
    beatAt: 'string',
    startedAt: 'string',
    endedAt: 'string',
    startedBy: 'string',
    companies: 'number',
    /** Of these: rows that name no company that can be screened. */
    unusable: 'number',
    /** Each company counts once, as in the line above the output; empty until the run gives something out. */
    screenedNow: 'number',
    remembered: 'number',
    withVerdict: 'number',
    withHits: 'number',
    clear: 'number',
    reviews: 'number',
    errors: 'number',
    /** Of these: the run stopped before their turn. */
    notProcessed: 'number',
    /** How many decisions there were when it began, and the seals of the newest ones. */
    decisions: 'number',
    newestDecisions: 'string',
    /** Of the run before of the same node: a list that shrank can be seen. */
    companiesBefore: 'number',
    environment: 'string',
    /** What became of the Control Name: `held`, `failed`, `notScreened` (nothing was sent), or `none`. */
    control: 'string',
    /** Under which what it gave out is written down in `reports`; empty if it is not. */
    reportId: 'string',
    /** Whose run it is, by a hash, while no later one of them has ended. */
    latestOf: 'string',
  },
  claims: {
    mark: 'string',
    run: 'string',
    /** `open` until the answers are stored, then `done` while a run may need to know. */
    state: 'string',
    /** JSON: the hashes of the companies. */
    companies: 'string',
    /** JSON: the reference id by company hash, as written down before anything was sent. */
    referenceIds: 'string',
    /** JSON: the runs that a done claim is kept for; null until that is known. Empty while it is open. */
    keptFor: 'string',
    claimedAt: 'string',
  },
  answers: {
    answer: 'string',
    mark: 'string',
    company: 'string',
    /** See `keyHash`: the same for all names under one key. */
    keyHash: 'string',
    run: 'string',
    /** `answer`, or `none` (it was sent, and no answer came; of several names: not for all of them). */
    kind: 'string',
    /** JSON: the answers that were known when this was asked. */
    follows: 'string',
    /** JSON: the claims without an answer that a person decided to ask again for. */
    despite: 'string',
    /** The hash of its screening id; of several names, of the first one that is known. */
    screening: 'string',
    outcome: 'string',
    reason: 'string',
    screenedAt: 'string',
    /** JSON, see `answerDataSchema`. */
    data: 'string',
    seal: 'string',
  },
  // n8n shows the columns in this order: first what people look for.
  companies: {
    companyKey: 'string',
    companyName: 'string',
    outcome: 'string',
    reason: 'string',
    hits: 'number',
    screenedAt: 'string',
    environment: 'string',
    screeningOption: 'string',
    referenceId: 'string',
    screeningId: 'string',
    run: 'string',
    answer: 'string',
    mark: 'string',
    company: 'string',
  },
  hits: {
    companyKey: 'string',
    companyName: 'string',
    name: 'string',
    sourceType: 'string',
    sourceId: 'string',
    change: 'string',
    screenedAt: 'string',
    hitFingerprint: 'string',
    run: 'string',
    answer: 'string',
    mark: 'string',
    company: 'string',
  },
  decisions: {
    companyKey: 'string',
    companyName: 'string',
    name: 'string',
    /** The kind of decision, `sendAgain` for instance. */
    decided: 'string',
    reason: 'string',
    decidedByAddress: 'string',
    decidedAt: 'string',
    decidedBy: 'string',
    hitFingerprint: 'string',
    decision: 'string',
    company: 'string',
    /** The claim that it is about. */
    mark: 'string',
    /** JSON: the last decisions about the same case. */
    previous: 'string',
    /** JSON: the seals of the newest decisions of all. */
    follows: 'string',
    seal: 'string',
  },
  reports: {
    mark: 'string',
    report: 'string',
    /** `given`: what a run gave out. `told`: a reader was told what a run gave out. */
    kind: 'string',
    /** Who was told, by a hash. Empty in a `given` row: whom it was made for is in `data`. */
    reader: 'string',
    reportedTo: 'string',
    run: 'string',
    at: 'string',
    /** JSON: the companies that were given out, and the hashes of the readers that the run asked for. */
    data: 'string',
    seal: 'string',
  },
} as const satisfies Record<TableName, Record<string, 'number' | 'string'>>;

export const hash = z.string().regex(/^[0-9a-f]{64}$/);
// What stands in a cell of these may come to stand in a condition.
export const mark = z.string().regex(MARK);
/** What a text cell may come back as when it is empty. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
export const time = z.iso.datetime();

export function jsonText<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value);
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

const runSchema = z.object({
  run: mark,
  state: z.enum(['ended', 'going', 'presumedDead']),
  beat: mark,
  beatAt: time,
  control: text,
});
export type RunRow = z.infer<typeof runSchema>;

/** In the row of a run: nothing that it found to be clear is. */
export const CONTROL_FAILED = 'failed';

const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);
/** With the counts, for people. What is not known yet is empty or 0. */
const runForPeopleSchema = runSchema.extend({
  startedAt: time,
  endedAt: text,
  startedBy: text,
  companies: count,
  unusable: count,
  screenedNow: count,
  remembered: count,
  withVerdict: count,
  withHits: count,
  clear: count,
  reviews: count,
  errors: count,
  notProcessed: count,
  decisions: count,
  newestDecisions: text,
  companiesBefore: z
    .number()
    .nullish()
    .transform((value) => value ?? null),
  environment: text,
  reportId: text,
});
export type RunForPeople = z.infer<typeof runForPeopleSchema>;

/** How many companies of its list can be screened. */
export const listLengthOf = ({ companies, unusable }: RunForPeople): number => companies - unusable;

const claimSchema = z
  .object({
    id: z.number(),
    mark,
    run: mark,
    state: z.enum(['done', 'open']),
    companies: jsonText(z.array(hash).min(1)),
    referenceIds: jsonText(z.record(hash, z.string())),
    claimedAt: time,
    keptFor: z.union([jsonText(z.array(mark)), text.transform(() => null)]),
  })
  .refine(({ companies, referenceIds }) => companies.every((one) => Object.hasOwn(referenceIds, one)));
/** What closes a claim, for runs that are not known yet. */
export const DONE = { state: 'done', keptFor: 'null' } as const;
export type Claim = z.infer<typeof claimSchema>;

const companySchema = z.object({
  key: z.string(),
  names: z.tuple([z.string()], z.string()).readonly(),
  option: z.enum([...screeningOptionSchema.options, 'AnnualReturns']),
  environment: z.enum(['production', 'sandbox']),
  baseUrl: z.string(),
});

/** What tells a hit from another one of the same company. */
const knownHitSchema = z.object({
  fingerprint: hash,
  sourceId: z.string(),
  sourceType: z.string(),
  name: z.string(),
});
export type KnownHit = z.infer<typeof knownHitSchema>;

const answerDataSchema = z.object({
  company: companySchema,
  referenceId: z.string(),
  screeningId: z.string(),
  /** When the run began that asked for it: the date to which it belongs. */
  begunAt: time,
  hits: z.array(knownHitSchema),
  /** What the operation needs to give out the same items again. The register does not look into it. */
  payload: z.json(),
  /** Of several names: the hashes of the screening ids after the one in `screening`. */
  otherScreenings: z.array(hash).optional(),
});

const sealedSchema = z.object({
  answer: mark,
  mark,
  company: hash,
  keyHash: hash,
  run: mark,
  kind: z.enum(['answer', 'none']),
  follows: jsonText(z.array(mark)),
  despite: jsonText(z.array(mark)),
  screening: z.union([hash, z.literal('')]),
  /** `requested`: annual returns were, which is no verdict. */
  outcome: z.enum(['clear', 'error', 'hit', 'requested', 'review']),
  reason: text,
  screenedAt: time,
  data: jsonText(answerDataSchema),
});
/** What became of one request. */
export type SoundAnswer = z.infer<typeof sealedSchema>;
/** A row that contradicts itself: somebody or something changed it. All that is known of it is its company, and what ids it has. */
interface DamagedAnswer {
  kind: 'damaged';
  answer: string;
  mark: string;
  company: CompanyHash;
  /** As `screeningsOf` gives them, as far as they can be read: another company with one of them is in doubt all the same. */
  screenings: readonly string[];
}
export type StoredAnswer = DamagedAnswer | SoundAnswer;

const damagedSchema = z.object({
  id: z.number(),
  answer: mark.catch(''),
  mark: mark.catch('unreadable'),
  company: hash.optional().catch(undefined),
  screening: hash.transform((one) => [one]).catch([]),
  data: jsonText(
    z.object({
      company: companySchema.transform(companyHash).optional().catch(undefined),
      otherScreenings: z.array(hash).catch([]),
    }),
  ).catch({ otherScreenings: [] }),
});

/** Undefined for a row that cannot be read. */
export function readRun(row: StoredRow): RunRow | undefined {
  return runSchema.safeParse(row).data;
}

/** Undefined for a row that cannot be read. */
export function readRunForPeople(row: StoredRow): RunForPeople | undefined {
  return runForPeopleSchema.safeParse(row).data;
}

/** Undefined for a row that cannot be read: nobody can tell whom it holds, or whether its answers are stored. */
export function readClaim(row: StoredRow): Claim | undefined {
  const claim = claimSchema.safeParse(row).data;
  // Whoever closes or opens a claim by hand changes one cell.
  const isClosed = (row['keptFor'] ?? '') !== '';
  return claim && isClosed === (claim.state === 'done') ? claim : undefined;
}

/**
 * One answer. A row that contradicts itself is a damaged one of each company that it may be about: that of its column, and
 * that of its data. Empty where neither is known.
 */
export function readAnswers(row: StoredRow): StoredAnswer[] {
  const answer = sealedSchema.safeParse(row).data;
  if (answer && row['seal'] === answerSeal(row) && answersItsCompany(answer)) return [answer];
  const damaged = damagedSchema.safeParse(row).data;
  if (!damaged) return [];
  const { id, mark, company, screening, data } = damaged;
  const screenings = [...screening, ...data.otherScreenings];
  // An id that was changed may be one that another answer follows: nobody may forget the row for that.
  const name = damaged.answer.startsWith(`${mark}.`) ? damaged.answer : `unreadable-${id}`;
  return [...new Set([company, data.company])].flatMap((one) =>
    one === undefined ? [] : { kind: 'damaged', answer: name, mark, company: one, screenings },
  );
}

/** The hashes of the ids of all its screenings. */
export function screeningsOf(answer: StoredAnswer): readonly string[] {
  if (answer.kind === 'damaged') return answer.screenings;
  const { screening, data } = answer;
  return [screening, ...(data.otherScreenings ?? [])].filter((one) => one !== '');
}

/** JSON is written without NUL or a lone surrogate: it has escapes for both. */
export function answerRow(answer: SoundAnswer): TableRow {
  const { follows, despite, data, ...words } = answer;
  const row = {
    ...words,
    follows: JSON.stringify(follows),
    despite: JSON.stringify(despite),
    data: JSON.stringify(data),
  };
  return { ...row, seal: answerSeal(row) };
}

/** A text for people to read in a table. What a database refuses or changes is replaced; the exact text is in `data`. */
export function readable(value: string): string {
  return value.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

const SEALED = Object.keys(COLUMNS.answers).filter((name) => name !== 'seal');

/** Shows an accident or a careless edit. Whoever computes it again as well is not noticed. */
function answerSeal(row: TableRow): string {
  return hashOf(['answer', 1, ...SEALED.map((name) => row[name] ?? '')]);
}

function answersItsCompany({ company, kind, outcome, data }: SoundAnswer): boolean {
  if (companyHash(data.company) !== company) return false;
  // Of several names, some may have been answered.
  const mayHaveHits = data.company.names.length > 1;
  if (kind === 'none') return outcome === 'error' && (mayHaveHits || data.hits.length === 0);
  const isRequest = data.company.option === 'AnnualReturns';
  const mayBeEither = outcome === 'error' || outcome === 'review';
  if (isRequest !== (outcome === 'requested') && !mayBeEither) return false;
  return outcome === 'hit' ? data.hits.length > 0 : data.hits.length === 0;
}
