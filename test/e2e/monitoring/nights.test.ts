// The workflows that screen night after night and watch over that, in one real n8n.
import { story } from '../story';
import { companyFormTests } from './companyForm';
import { environmentsOf } from './environments';
import { longMessagesTests } from './longMessages';
import { startMonitoring, type Monitoring } from './monitoring';
import { watchdogTests } from './watchdog';
import { weekOf } from './week';

let monitoring: Monitoring;

beforeAll(async () => {
  monitoring = await startMonitoring();
});

beforeEach(() => monitoring.reset());

afterAll(async () => {
  await monitoring.stop();
});

const started = (): Monitoring => monitoring;

describe('nightly-rescreening.json', () => {
  story('a week: what each night tells while the watchlist, the service and Slack change', (step) => {
    weekOf(started, step);
  });

  story(
    'what was seen or decided in the sandbox says nothing in production, and the other way round',
    (step) => {
      environmentsOf(started, step);
    },
  );

  describe('long messages', () => {
    longMessagesTests(started);
  });

  describe('the form', () => {
    companyFormTests(started);
  });
});

describe('nightly-watchdog.json', () => {
  watchdogTests(started);
});
