// The columns of all tables, as n8n makes them.
import type { TableColumns } from '../port/tables';
import { ANSWER_TABLE } from './answerRows';
import { ARCHIVE_COLUMNS } from './archiveRows';
import { CLAIM_COLUMNS } from './claimRows';
import { DECISION_COLUMNS } from './decisionRows';
import { REPORT_COLUMNS } from './reportRows';
import { RUN_COLUMNS } from './runRows';

export const COLUMNS = {
  runs: RUN_COLUMNS,
  claims: CLAIM_COLUMNS,
  answers: ANSWER_TABLE.columns,
  archive: ARCHIVE_COLUMNS,
  decisions: DECISION_COLUMNS,
  reports: REPORT_COLUMNS,
} satisfies TableColumns;
