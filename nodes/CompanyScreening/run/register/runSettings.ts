// Settings of a run for the register, and the notes that the run writes for people.
import type { IExecuteFunctions } from 'n8n-workflow';

import { compact } from '../../names/plainText';
import { startOf } from '../../operations/shared/keepInRegister';
import type { ControlResult } from '../../operations/shared/operation';
import type { RegisterSettings } from '../../operations/shared/requestTask';
import type { KeyNames } from '../../register/facts/keyNames';
import { TIMES } from '../../register/facts/liveness';
import type { TableRow, Tables } from '../../register/port/tables';
import type { RunSettings } from '../../register/protocol/messages';
import { readable } from '../../register/rows/cells';
import { hashOf } from '../../register/rows/identity';
import { readerHash } from '../../register/rows/reportRows';
import type { ToldKeys } from '../state/itemState';

export function runSettings(
  context: IExecuteFunctions,
  { runId, batchSize, report }: RegisterSettings,
  { due, concurrency, hasControl }: Pick<RunSettings, 'concurrency' | 'due' | 'hasControl'>,
): RunSettings {
  const { id } = context.getWorkflow();
  return {
    runId,
    batchSize,
    concurrency,
    due,
    hasControl,
    startedBy: readable(startOf(context)),
    times: TIMES,
    readers: (report?.readers ?? []).map(readerHash),
    // A workflow that was never saved has no name of its own: the length of its list is not compared.
    nodeHash: id === undefined ? '' : hashOf(['node', 1, id, context.getNode().id]),
  };
}

/** Cells for whoever watches the run: whose it is, what it gives out, and how often its list is screened. */
export function aboutRun(
  context: IExecuteFunctions,
  { report, screenAgainAfterDays }: RegisterSettings,
  control: ControlResult,
): TableRow {
  return {
    // A control without an answer counts as failed: nothing that such a run found to be clear is.
    control: control === 'unanswered' ? 'failed' : control,
    reportId: report?.id ?? '',
    workflow: context.getWorkflow().id ?? '',
    node: readable(context.getNode().name),
    screenAgainAfterDays,
  };
}

/** The facts in the sentences. */
interface NotedFacts {
  register: string;
  /** The register was made by this run. */
  isNew: boolean;
  /** The report of the run can be marked as reported. */
  isWrittenDown: boolean;
  keys: ToldKeys;
  /** Companies with a number that have been known without one. */
  knownByName: number;
  /** Milliseconds of the wait for other runs. */
  waitedMs: number;
}

export function runNotes({
  register,
  isNew,
  isWrittenDown,
  keys,
  knownByName,
  waitedMs,
}: NotedFacts): string[] {
  return compact(
    isNew && `The register "${register}" was made: its tables are under Data tables in this n8n.`,
    !isWrittenDown && NOT_WRITTEN_DOWN,
    keys.renamed.length > 0 && renamedSentence(keys.renamed),
    keys.several.length > 0 && severalSentence(keys.several),
    knownByName > 0 &&
      `${knownByName} of these companies are known to the register by their names only: with a number each is another company, and is screened again.`,
    waitedMs >= WORTH_TELLING_MS && waitedSentence(waitedMs),
  );
}

const NOT_WRITTEN_DOWN =
  'What this run gave out could not be recorded, so it cannot be marked as reported, and comes out again in the next run.';

const WORTH_TELLING_MS = 5_000;

function waitedSentence(ms: number): string {
  const time = ms < 90_000 ? `${Math.round(ms / 1_000)} seconds` : `${Math.round(ms / 60_000)} minutes`;
  return `This run waited ${time} for another run that was working on some of these, or was killed while it did.`;
}

function renamedSentence(keys: readonly KeyNames[]): string {
  const [only, another] = keys;
  return only && !another
    ? `The Company Key ${quoted(only.key)} is called ${only.names.map(quoted).join(', ')} now, and was called ${only.before.map(quoted).join(', ')} before. What was found and decided under the old name stays with that name.`
    : `The Company Keys ${shownKeys(keys)} have other names than before. What was found and decided under the old names stays with those names.`;
}

function severalSentence(keys: readonly KeyNames[]): string {
  return keys.length === 1
    ? `The Company Key ${shownKeys(keys)} stands for several companies, because it comes with different names or options. Each is screened on its own.`
    : `The Company Keys ${shownKeys(keys)} stand for several companies each, because they come with different names or options. Each is screened on its own.`;
}

const KEYS_SHOWN = 3;

function shownKeys(keys: readonly KeyNames[]): string {
  const shown = keys.slice(0, KEYS_SHOWN).map(({ key }) => quoted(key));
  const more = keys.length > KEYS_SHOWN ? ` and ${keys.length - KEYS_SHOWN} more` : '';
  return `${shown.join(', ')}${more}`;
}

const quoted = (text: string): string => `"${text.slice(0, 50)}"`;

/** Gives the tables of a register; `isNew` if they were made just now. */
export type RegisterOpener = (
  context: IExecuteFunctions,
  register: string,
) => Promise<{ tables: Tables; isNew: boolean }>;
