// The workflows by which people decide about hits and prove what was done, in one real n8n.
import { deskTests } from './desk';
import { evidenceTests } from './evidence';
import { startMonitoring, type Monitoring } from './monitoring';

let monitoring: Monitoring;

beforeAll(async () => {
  monitoring = await startMonitoring();
});

afterAll(async () => {
  await monitoring.stop();
});

const started = (): Monitoring => monitoring;

describe('review-desk.json', () => {
  beforeEach(() => monitoring.reset());

  deskTests(started);
});

describe('evidence-report.json', () => {
  evidenceTests(started);
});
