// The example workflows that tell, ask and fetch, run in one real n8n against the sandbox service.
import { agentTests } from './agent';
import { alertTests } from './alerts';
import { annualReturnsTests } from './annualReturns';
import { useExamples } from './exampleRuns';
import { builderTests } from './builders';
import { nextMajorTests } from './nextMajor';
import { onboardingTests } from './onboarding';

const examples = useExamples();

describe('alert-on-hits.json', () => {
  alertTests(examples);
});

describe('onboarding.json', () => {
  onboardingTests(examples);
});

describe('agent-with-screening-tool.json', () => {
  agentTests(examples);
});

describe('annual-returns-to-files.json', () => {
  annualReturnsTests(examples);
});

describe('all examples', () => {
  nextMajorTests(examples);
  builderTests(examples);
});
