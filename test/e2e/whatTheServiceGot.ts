// What the service got, held against what came out: after each end-to-end test, whatever the test itself looks at.
import { z } from 'zod/v4';
import { askedBeforeTold, paidOnce, referencesOfOne, type PaidRequest, type Told } from '../support/history';
import { runningSandboxes, type PaidScreening, type Sandbox } from '../sandbox/client';
import type { Execution } from '../support/n8n/rest';
import { nodeUnderTest } from '../support/workflows';

/** What the service may get in a test beside the ordinary. */
interface Exceptions {
  /** Screening options; `Both` always is. */
  options?: ('Aml' | 'Pep')[];
  /** A register is kept in it: no company is paid for more often. */
  timesPaid?: number;
  /** Screenings that something else than the node asked for, which need no reference id. */
  withoutReferenceId?: boolean;
}

let allowed: Exceptions = {};
let executions: Execution[] = [];
const known = new Map<Sandbox, PaidScreening[]>();

/** How often the service did, and was paid for, the screening of each company. */
export async function timesPaid({ sandbox }: { sandbox: Sandbox }): Promise<Map<string, number>> {
  const { screenings } = await sandbox.stats();
  return new Map(screenings.map(({ companyName, times }) => [companyName, times]));
}

/** Says what the service may get in the test that runs. */
export function serviceMayGet(exceptions: Exceptions): void {
  allowed = { ...allowed, ...exceptions };
}

/** Remembers what came out, until the test has ended. */
export function remember(execution: Execution): void {
  executions.push(execution);
}

/** The mistakes in what the service got since the last call. Each is a sentence. */
export async function mistakes(): Promise<string[]> {
  const { options = [], withoutReferenceId = false, timesPaid = Infinity } = allowed;
  const verdicts = executions.flatMap(verdictsOf);
  allowed = {};
  executions = [];
  const found: string[] = [];
  const now: PaidScreening[] = [];
  for (const sandbox of runningSandboxes) {
    const before = known.get(sandbox) ?? [];
    const since = await sandbox.paid(before.length);
    known.set(sandbox, [...before, ...since]);
    now.push(...since);
    for (const { companyName, option, referenceId } of since) {
      if (option !== 'Both' && !options.some((one) => one === option))
        found.push(`The service was asked for "${companyName}" with the option ${option}.`);
      if (referenceId === null && !withoutReferenceId)
        found.push(`The service was asked for "${companyName}" without a reference id.`);
    }
  }
  const ever = [...runningSandboxes].flatMap((sandbox) => known.get(sandbox) ?? []);
  const optionsAsked = new Map(ever.map(({ referenceId, option }) => [referenceId, option]));
  const told = verdicts.map((verdict) => toldOf(verdict, optionsAsked.get(verdict.referenceId)));
  return [
    ...found,
    ...askedBeforeTold({ paid: ever.map(requestOf), told }),
    // Whatever the option.
    ...referencesOfOne({ paid: ever.map((one) => ({ ...requestOf(one), company: one.companyName })) }),
    ...paidOnce({ paid: now.map(requestOf), mayBePaidAgain: () => timesPaid - 1 }),
  ];
}

// A company is one for each option.
const requestOf = ({ companyName, option, referenceId }: PaidScreening): PaidRequest => ({
  company: `${companyName} (${option})`,
  name: companyName,
  reference: referenceId,
});

/** @param asked the option that the service got with its reference id */
function toldOf({ outcome, companyName, referenceId, screeningOption }: Verdict, asked = ''): Told {
  return {
    run: '',
    company: `${companyName} (${screeningOption ?? asked})`,
    names: [companyName],
    reference: referenceId,
    outcome,
    answer: null,
    isInDoubt: true,
    isOfFailedControl: false,
  };
}

// Loosely, as the node's outputs have other fields too. Of these two reasons, nothing says that the service was asked.
const verdictSchema = z.object({
  outcome: z.enum(['hit', 'clear', 'review']),
  reason: z.unknown().refine((reason) => reason !== 'noAnswer' && reason !== 'beingScreened'),
  companyName: z.string(),
  referenceId: z.string(),
  screeningOption: z.string().nullish(),
});
type Verdict = z.infer<typeof verdictSchema>;

function verdictsOf(execution: Execution): Verdict[] {
  return [0, 1, 2, 3]
    .flatMap((output) => execution.output(nodeUnderTest, output))
    .flatMap(({ json }) => verdictSchema.safeParse(json).data ?? []);
}
