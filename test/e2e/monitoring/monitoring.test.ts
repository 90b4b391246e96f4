// The workflows that keep answers over nights and people, in one real n8n.
import { companyFormTests } from './companyForm';
import { deskTests } from './desk';
import { environmentTests } from './environments';
import { evidenceTests } from './evidence';
import { longMessagesTests } from './longMessages';
import { startMonitoring, type Monitoring } from './monitoring';
import { watchdogTests } from './watchdog';
import { weekTests } from './week';

const installAndStartMs = 20 * 60_000;

let monitoring: Monitoring;

beforeAll(async () => {
  monitoring = await startMonitoring();
}, installAndStartMs);

afterAll(async () => {
  await monitoring.stop();
});

const started = (): Monitoring => monitoring;

describe('nightly-rescreening.json', () => {
  weekTests(started);
});

describe('nightly-watchdog.json', () => {
  watchdogTests(started);
});

describe('review-desk.json', () => {
  deskTests(started);
});

describe('nightly-rescreening.json: sandbox and production', () => {
  environmentTests(started);
});

describe('nightly-rescreening.json: long messages', () => {
  longMessagesTests(started);
});

describe('nightly-rescreening.json: the form', () => {
  companyFormTests(started);
});

describe('evidence-report.json', () => {
  evidenceTests(started);
});
