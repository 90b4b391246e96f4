// The example workflows that tell, ask and fetch, run in one real n8n against the sandbox service.
import { credentialType } from '../../support/workflows';
import { agentTests } from './agent';
import { alertTests } from './alerts';
import { annualReturnsTests } from './annualReturns';
import { startExamples, type Examples } from './exampleRuns';
import { builderTests } from './builders';
import { nextMajorTests } from './nextMajor';
import { onboardingTests } from './onboarding';

let examples: Examples;

beforeAll(async () => {
  examples = await startExamples();
});

beforeEach(async () => {
  await examples.sandbox.reset({ settings: true });
  await examples.saveCredential(credentialType, examples.sandbox.credential);
});

afterAll(async () => {
  await examples.stop();
});

const started = (): Examples => examples;

describe('alert-on-hits.json', () => {
  alertTests(started);
});

describe('onboarding.json', () => {
  onboardingTests(started);
});

describe('agent-with-screening-tool.json', () => {
  agentTests(started);
});

describe('annual-returns-to-files.json', () => {
  annualReturnsTests(started);
});

describe('all examples', () => {
  nextMajorTests(started);
  builderTests(started);
});
