// What the service got, held against what came out: after each end-to-end test, whatever the test itself looks at.
import { z } from 'zod/v4';
import { runningSandboxes, type PaidScreening, type Sandbox } from '../sandbox/client';
import type { Execution } from '../support/n8n/rest';
import { nodeUnderTest } from '../support/workflows';

/** What the service may get in a test beside the ordinary. */
interface Exceptions {
  /** Screening options; `Both` always is. */
  options?: ('Aml' | 'Pep')[];
  /** Screenings that something else than the node asked for, which need no reference id. */
  withoutReferenceId?: boolean;
}

let allowed: Exceptions = {};
let executions: Execution[] = [];
const known = new Map<Sandbox, PaidScreening[]>();

/** Says what the service may get in the test that runs. */
export function serviceMayGet(exceptions: Exceptions): void {
  allowed = exceptions;
}

/** Remembers what came out, until the test has ended. */
export function remember(execution: Execution): void {
  executions.push(execution);
}

/** The mistakes in what the service got since the last call. Each is a sentence. */
export async function mistakes(): Promise<string[]> {
  const { options = [], withoutReferenceId = false } = allowed;
  const cameOut = executions.flatMap(verdictsOf);
  allowed = {};
  executions = [];
  const found: string[] = [];
  for (const sandbox of runningSandboxes) {
    const before = known.get(sandbox) ?? [];
    const since = await sandbox.paid(before.length);
    known.set(sandbox, [...before, ...since]);
    for (const { companyName, option, referenceId } of since) {
      if (option !== 'Both' && !options.some((one) => one === option))
        found.push(`The service was asked for "${companyName}" with the option ${option}.`);
      if (referenceId === null && !withoutReferenceId)
        found.push(`The service was asked for "${companyName}" without a reference id.`);
    }
  }
  const paid = [...runningSandboxes].flatMap((sandbox) => known.get(sandbox) ?? []);
  return [...found, ...usedTwice(paid), ...neverAsked(cameOut, paid)];
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

function usedTwice(paid: PaidScreening[]): string[] {
  const companies = new Map<string, string>();
  return paid.flatMap(({ referenceId, companyName }) => {
    const first = referenceId === null ? undefined : companies.get(referenceId);
    if (referenceId !== null) companies.set(referenceId, companyName);
    if (first === undefined || first === companyName) return [];
    return [`The service got the reference id ${referenceId ?? ''} for "${first}" and for "${companyName}".`];
  });
}

/** Verdicts that the service was not asked for under that name, reference id and option. */
function neverAsked(cameOut: Verdict[], paid: PaidScreening[]): string[] {
  const byReference = new Map(paid.map((one) => [one.referenceId, one]));
  return cameOut.flatMap(({ outcome, companyName, referenceId, screeningOption }) => {
    const asked = byReference.get(referenceId);
    if (asked?.companyName === companyName && (screeningOption ?? asked.option) === asked.option) return [];
    const got = asked ? `"${asked.companyName}", ${asked.option}` : 'nothing';
    return [
      `"${companyName}" came out as ${outcome} (${screeningOption ?? 'no option'}), and the service got ${got} under its reference id.`,
    ];
  });
}
