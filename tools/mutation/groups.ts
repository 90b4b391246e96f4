// What decides verdicts, payments, secrets and retries, and the unit tests that have to notice any change to it.

export interface Group {
  /** Files or patterns. */
  sources: string[];
  /** The tests that judge them: names in test/unit, without `.test.ts`. Few, so that a change is tried in a second. */
  tests: string[];
}

const node = (file: string) => `nodes/CompanyScreening/${file}`;

export const GROUPS: Group[] = [
  { sources: [node('service/outcome.ts')], tests: ['outcome'] },
  { sources: [node('service/contract.ts')], tests: ['contract', 'outcome'] },
  { sources: [node('service/workState.ts')], tests: ['workState'] },
  { sources: [node('service/masking.ts'), node('service/disguises.ts')], tests: ['masking'] },
  { sources: [node('service/maskReply.ts')], tests: ['maskReply'] },
  { sources: [node('service/hitFingerprint.ts')], tests: ['hitFingerprint'] },
  { sources: [node('service/token.ts'), node('service/tokenExchange.ts')], tests: ['token'] },
  {
    sources: [node('service/settings.ts'), node('service/authentication.ts')],
    tests: ['settings', 'credential'],
  },
  { sources: [node('service/endpoints.ts')], tests: ['requests'] },
  { sources: [node('service/network.ts')], tests: ['network'] },
  {
    sources: ['reply', 'json', 'reportedError', 'errorCatalogs', 'statusAdvice', 'failure'].map((name) =>
      node(`service/${name}.ts`),
    ),
    tests: ['reply', 'statusAdvice', 'errors'],
  },
  { sources: [node('names/companyName.ts')], tests: ['companyName', 'scriptsOfNames'] },
  { sources: [node('names/encodingDamage.ts')], tests: ['companyName', 'scriptsOfNames'] },
  { sources: [node('names/registrationNumber.ts')], tests: ['registrationNumber'] },
  { sources: [node('batch/*.ts')], tests: ['batch', 'ending', 'allowance'] },
  { sources: [node('run/run.ts'), node('run/sending.ts')], tests: ['run'] },
  { sources: [node('run/evidence.ts'), node('run/files.ts')], tests: ['run'] },
  {
    sources: [node('transport/*.ts'), node('service/http.ts')],
    tests: ['run', 'credential', 'requests'],
  },
  { sources: [node('output/*.ts')], tests: ['errors', 'stopError', 'inputFields', 'executionCounts', 'run'] },
  { sources: [node('operations/screenCompany/*.ts')], tests: ['screenCompany', 'items'] },
  { sources: ['credentials/companyScreeningApi/*.ts'], tests: ['credential'] },
];
