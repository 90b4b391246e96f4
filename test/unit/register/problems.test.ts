// What is wrong with a list that is screened every night: each state, and that no single change of a healthy one stays quiet.
import fc from 'fast-check';

import { problemsOf, type Expectation } from '../../../nodes/CompanyScreening/register/watch/problems';
import { readReport, toldRow } from '../../../nodes/CompanyScreening/register/rows/reportRows';
import type { RunWithCounts } from '../../../nodes/CompanyScreening/register/rows/runRows';
import { aRun } from './aRun';

const NOW = Date.parse('2026-03-02T08:00:00.000Z');
const LAST_NIGHT = '2026-03-02T01:30:00.000Z';
const LONG_AGO = '2026-02-27T01:30:00.000Z';
const FUTURE = '2026-03-09T01:30:00.000Z';

const told = (reader: string, at = LAST_NIGHT, report = 'report') => {
  const row = readReport({ ...toldRow({ report, at, uuid: () => 'mark' }, reader), id: 1 });
  if (!row) throw new Error('The row cannot be read.');
  return row;
};
const BOTH = [told('Slack'), told('e-mail')];
const expected = (by: Partial<Expectation> = {}): Expectation => ({
  withinMs: 26 * 3_600_000,
  readers: ['Slack', 'e-mail'],
  control: true,
  watched: [],
  nowMs: NOW,
  ...by,
});
const found = (runs: RunWithCounts[], reports = BOTH, by: Partial<Expectation> = {}) =>
  problemsOf(runs, reports, expected(by)).map(({ problem }) => problem);

const UNTOLD = ['notTold', 'notTold'];
test.each<[string, Partial<RunWithCounts>, string[]]>([
  ['ended too long ago', { endedAt: LONG_AGO }, ['noRunInTime', ...UNTOLD]],
  ['ended as long ago as it may', { endedAt: '2026-03-01T06:00:00.000Z' }, []],
  ['ended by a clock that is five minutes fast', { endedAt: '2026-03-02T08:05:00.000Z' }, []],
  [
    'ended by a clock that is faster',
    { endedAt: '2026-03-02T08:05:00.001Z' },
    ['inTheFuture', 'noRunInTime', ...UNTOLD],
  ],
  ['is still going, whatever its row says of its end', { state: 'going' }, ['noRunInTime', ...UNTOLD]],
  ['is still going', { state: 'going', endedAt: '' }, ['noRunInTime', ...UNTOLD]],
  ['counts as dead', { state: 'presumedDead', endedAt: '' }, ['noRunInTime', ...UNTOLD]],
  ['is dated in the future', { endedAt: FUTURE }, ['inTheFuture', 'noRunInTime', ...UNTOLD]],
  ['began in the future', { startedAt: FUTURE }, ['inTheFuture', 'noRunInTime', ...UNTOLD]],
  ['was in the sandbox', { environment: 'sandbox' }, ['onlySandbox']],
  ['says nothing of its environment', { environment: '' }, ['onlySandbox']],
  [
    'was in the sandbox, and gave out another report',
    { environment: 'sandbox', reportId: 'other' },
    ['onlySandbox', ...UNTOLD],
  ],
  [
    'had an empty list',
    { companies: 0, withVerdict: 0, reviews: 0, errors: 0 },
    ['nothingListed', 'listShrank'],
  ],
  ['had a list that shrank', { companiesBefore: 110 }, ['listShrank']],
  [
    'had a list of which most names cannot be screened',
    { companies: 110, unusable: 100, errors: 100, companiesBefore: 110 },
    ['listShrank'],
  ],
  [
    'had a list of which no name can be screened',
    { unusable: 11, withVerdict: 0, reviews: 0, errors: 11 },
    ['nothingListed', 'listShrank'],
  ],
  ['stopped before the last company', { errors: 2, withVerdict: 8, notProcessed: 1 }, ['notFinished']],
  ['had a list that is a little shorter', { companiesBefore: 12 }, []],
  ['had a list that is a tenth shorter', { companies: 18, withVerdict: 16, companiesBefore: 20 }, []],
  ['had a list that grew', { companiesBefore: 1 }, []],
  ['has no run before it', { companiesBefore: null }, []],
  ['did not come to all companies', { withVerdict: 5, notProcessed: 4 }, ['notFinished']],
  ['has no company with a verdict', { withVerdict: 0, reviews: 9, errors: 2 }, ['noVerdicts']],
  ['has one company with a verdict', { withVerdict: 1, reviews: 10, errors: 0 }, []],
  [
    'got no verdict on any company that it sent, and has those of earlier runs',
    {
      companies: 1_000,
      companiesBefore: 1_000,
      remembered: 857,
      withVerdict: 857,
      sentNow: 143,
      verdictsNow: 0,
    },
    ['noVerdicts'],
  ],
  ['got one', { remembered: 8, sentNow: 3, verdictsNow: 1 }, []],
  ['sent nothing, and has those of earlier runs', { remembered: 11, sentNow: 0, verdictsNow: 0 }, []],
  [
    'came to no company',
    { withVerdict: 0, withHits: 0, reviews: 0, errors: 0 },
    ['noVerdicts', 'notFinished'],
  ],
  ['did not find its control', { control: 'failed' }, ['controlNotFound']],
  ['had no control', { control: 'none' }, ['controlNotSet']],
  ['screened nothing', { control: 'notScreened', screenedNow: 0, remembered: 11 }, ['nothingScreened']],
  ['wrote down nothing', { reportId: '' }, ['noRunInTime', ...UNTOLD]],
  ['gave out another report', { reportId: 'other' }, UNTOLD],
])('each problem of the last night is told: the only run %s', (_, by, problems) => {
  expect(found([aRun(by)])).toEqual(problems);
});

test.each<[string, Partial<RunWithCounts>, string[]]>([
  ['of the same workflow', {}, ['listShrank']],
  ['of the same workflow that had no more companies', { companies: 11 }, []],
  ['of another workflow', { startedBy: 'Onboarding, execution 7 (trigger)' }, []],
  ['of the sandbox', { environment: 'sandbox' }, []],
  ['that did not end', { state: 'presumedDead' }, []],
])('a row that does not say how long the list was before is compared with a run %s', (_, by, problems) => {
  const tonight = aRun({ companiesBefore: null, startedBy: 'Nightly, execution 12 (trigger)' });
  const before = aRun({
    companies: 110,
    startedBy: 'Nightly, execution 9 (manual)',
    startedAt: LONG_AGO,
    endedAt: LONG_AGO,
    reportId: 'earlier',
    ...by,
  });
  expect(found([before, tonight])).toEqual(problems);
});

test('of several runs before, the last one counts', () => {
  const nights = [5, 110, 11].map((companies, night) =>
    aRun({
      companies,
      companiesBefore: null,
      startedAt: `2026-02-2${night}T01:00:00.000Z`,
      endedAt: `2026-02-2${night}T01:30:00.000Z`,
    }),
  );
  const tonight = aRun({ companies: 11, companiesBefore: null });
  expect(found([...nights, tonight])).toEqual([]);
  expect(found([...nights.slice(0, 2), tonight])).toEqual(['listShrank']);
});

test('who was told of the sandbox was not told of the list', () => {
  const sandbox = aRun({ environment: 'sandbox', reportId: 'other' });
  const reports = [told('Slack', LAST_NIGHT, 'other'), told('e-mail')];
  expect(problemsOf([sandbox, aRun()], reports, expected())).toMatchObject([
    { problem: 'notTold', explanation: expect.stringMatching(/^Slack/) as string },
  ]);
});

test.each([
  ['nobody', [], UNTOLD],
  ['only one of the readers', [told('Slack')], ['notTold']],
  ['a reader, of another run', [told('Slack', LAST_NIGHT, 'other'), told('e-mail')], ['notTold']],
  ['a reader, long ago', [told('Slack', LONG_AGO), told('e-mail')], ['notTold']],
  ['a reader, in the future', [told('Slack', FUTURE), told('e-mail')], ['notTold']],
  ['both, however their names are written', [told('SLACK'), told(' E-Mail ')], []],
])('%s was told', (_, reports, problems) => {
  expect(found([aRun()], reports)).toEqual(problems);
});

test('a register without a run says so, and what is not expected is not asked for', () => {
  expect(found([])).toEqual(['noRunInTime', ...UNTOLD]);
  expect(found([aRun({ reportId: '', control: 'none' })], [], { readers: [], control: false })).toEqual([]);
});

test('each problem is a sentence that says what to do', () => {
  const all = problemsOf([aRun({ endedAt: FUTURE })], [], expected());
  const words = all.map(({ explanation }) => explanation);
  expect(words).toEqual([
    'A run is dated in the future: 2026-03-02 01:00 UTC. Check the clock of the computer that n8n runs on, and who edited the table of runs.',
    'No run of "Nightly" has ended within 26 hours. The last one ended at 2026-03-09 01:30 UTC. Make sure that the workflow is published, that n8n is running, and that the last execution did not fail.',
    'Slack was not told of any run of "Nightly" of the last 26 hours. Find out why its message failed. What it was not told comes out again in the next run.',
    'e-mail was not told of any run of "Nightly" of the last 26 hours. Find out why its message failed. What it was not told comes out again in the next run.',
  ]);
});

test.each<[string, Partial<RunWithCounts>[], string[]]>([
  [
    'an empty list',
    [{ companies: 0, withVerdict: 0, reviews: 0, errors: 0, companiesBefore: 0 }],
    [
      `The list of the run that ended at 2026-03-02 01:30 UTC had no company that could be screened: it was empty, or no row of it had a name. Check where the list comes from, and who changed it.`,
    ],
  ],
  [
    'a list of one company, and eleven before',
    [{ companies: 1, withVerdict: 1, reviews: 0, errors: 0 }],
    [
      `The list of the run that ended at 2026-03-02 01:30 UTC had 1 company, and 11 in the run before. Check where the list comes from, and who changed it.`,
    ],
  ],
  [
    'several companies, and more before',
    [{ companiesBefore: 110 }],
    [
      `The list of the run that ended at 2026-03-02 01:30 UTC had 11 companies, and 110 in the run before. Check where the list comes from, and who changed it.`,
    ],
  ],
  [
    'no verdict on the only company, to which it did not come',
    [
      {
        ...{ companies: 1, companiesBefore: 1, sentNow: 0, verdictsNow: 0 },
        ...{ withVerdict: 0, withHits: 0, reviews: 0, errors: 0 },
      },
    ],
    [
      `The run that ended at 2026-03-02 01:30 UTC got no verdict on any company: it sent 0 of the 1 on its list. Look at its execution for the reasons, run it again, and contact the service's support if that does not help.`,
      `The run that ended at 2026-03-02 01:30 UTC did not reach 1 of its 1 company. Look in the list of executions for the reason, and run it again: what was screened is not paid for twice.`,
    ],
  ],
  [
    'companies to which it did not come',
    [{ withVerdict: 5, notProcessed: 4 }],
    [
      `The run that ended at 2026-03-02 01:30 UTC did not reach 4 of its 11 companies. Look in the list of executions for the reason, and run it again: what was screened is not paid for twice.`,
    ],
  ],
  [
    'two ends in the future',
    [{ startedAt: FUTURE }, {}, { endedAt: FUTURE }],
    [
      `2 runs are dated in the future: 2026-03-09 01:30 UTC. Check the clock of the computer that n8n runs on, and who edited the table of runs.`,
    ],
  ],
  [
    'only runs that ended too long ago, the last one first',
    [
      { endedAt: LONG_AGO },
      { endedAt: '2026-02-26T01:30:00.000Z' },
      { state: 'going', endedAt: '', companiesBefore: null },
    ],
    [
      `No run of "Nightly" has ended within 26 hours. The last one ended at 2026-02-27 01:30 UTC. Make sure that the workflow is published, that n8n is running, and that the last execution did not fail.`,
    ],
  ],
  [
    'only a run that is still going',
    [{ state: 'going', endedAt: '' }],
    [
      'No run of "Nightly" has ended within 26 hours. There is none at all. Make sure that the workflow is published, that n8n is running, and that the last execution did not fail.',
    ],
  ],
  [
    'only runs in the sandbox',
    [{ environment: 'sandbox' }],
    [
      'The last runs of "Nightly" were all in the sandbox, so nothing was really screened. Choose the credential for production in the workflow.',
    ],
  ],
  [
    'a control that was not found, and a run without one',
    [{ control: 'none' }, { control: 'failed' }],
    [
      'The Control Name was not found in any of the last runs of "Nightly", so no company that they screened is clear. Check that the name is still listed, and contact the service\'s support.',
    ],
  ],
  [
    'only a run without a control',
    [{ control: 'none' }],
    [
      'No Control Name is set in "Nightly": nobody would notice if the lists of the service were empty. Set the option Control Name: a company that you know to be listed.',
    ],
  ],
])('%s: what is wrong, and what to do', (_, runs, sentences) => {
  const all = runs.map((by) => aRun(by));
  const problems = problemsOf(all, BOTH, expected({ readers: [] }));
  expect(problems.map(({ explanation }) => explanation)).toEqual(sentences);
});

test('a night of a single hour is called one', () => {
  const [late] = problemsOf([], [], expected({ withinMs: 3_600_000, readers: [] }));
  expect(late?.explanation).toMatch(/^No run has ended within 1 hour\. /);
});

test('no run of the past or of the future, and no receipt of it, silences what a night would alarm', () => {
  const times = fc.constantFrom(LONG_AGO, FUTURE);
  const others = fc.array(
    fc.record({
      endedAt: times,
      companies: fc.constantFrom(0, 11),
      reportId: fc.constantFrom('report', 'other', ''),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(others, fc.oneof(times, fc.constant(LAST_NIGHT)), (runs, toldAt) => {
      const all = runs.map((by) => aRun(by));
      const problems = found(all, [told('Slack', toldAt), told('e-mail', toldAt)]);
      expect(problems).toEqual(expect.arrayContaining(['noRunInTime', ...UNTOLD]));
    }),
  );
});

describe('which runs count', () => {
  const copy = { startedBy: 'Nightly, execution 20 (manual)', workflow: 'w2' };
  const late = { endedAt: LONG_AGO, startedAt: LONG_AGO };

  test("nobody's test and nobody's copy silences an alarm", () => {
    expect(found([aRun(late), aRun(copy)])).toEqual(['noRunInTime', ...UNTOLD]);
    expect(found([aRun(copy)])).toEqual(['noRunInTime', ...UNTOLD]);
  });

  test('each node that has run by itself is watched, and named where its workflow has several', () => {
    const other = { ...late, node: 'Other list' };
    const [problem] = problemsOf([aRun(), aRun(other)], BOTH, expected({ readers: [] }));
    expect(problem?.explanation).toContain(
      'No run of "Nightly", node "Other list", has ended within 26 hours.',
    );
    expect(found([aRun(), aRun({ ...late, workflow: 'w3' })], BOTH, { readers: [] })).toEqual([
      'noRunInTime',
    ]);
  });

  test.each([
    [['nightly '], []],
    [['w1'], []],
    [
      ['Nightly', 'Weekly'],
      ['noRunInTime', ...UNTOLD],
    ],
    [['w2'], ['noRunInTime', ...UNTOLD]],
  ])('told to watch %j: %j', (watched, problems) => {
    const runs = [aRun(), aRun({ ...copy, ...late, startedBy: 'Other, execution 3 (trigger)' })];
    expect(found(runs, BOTH, { watched })).toEqual(problems);
  });

  test('by its name, a workflow that has never run is named', () => {
    const [problem] = problemsOf([aRun()], BOTH, expected({ watched: ['Weekly'] }));
    expect(problem?.explanation).toContain(
      'No run of "Weekly" has ended within 26 hours. There is none at all.',
    );
  });
});

describe('a night on which nothing was screened', () => {
  const idle = { control: 'notScreened', screenedNow: 0, remembered: 11 };
  const night = (day: number, by: Partial<RunWithCounts> = {}) => {
    const at = (time: string) => `2026-0${day > 0 ? 3 : 2}-${day > 0 ? `0${day}` : 28 + day}T${time}:00.000Z`;
    return aRun({ startedAt: at('01:00'), endedAt: at('01:30'), reportId: 'report', ...by });
  };
  const days = (screenAgainAfterDays: number) => ({ ...idle, screenAgainAfterDays });

  test.each<[string, RunWithCounts[], string[]]>([
    ['is right where the list is screened every week', [night(-3), night(1, days(7)), night(2, days(7))], []],
    [
      'is right after a run by hand on the evening before',
      [night(1, { endedAt: '2026-03-01T17:00:00.000Z' }), night(2, days(1))],
      [],
    ],
    ['is right six days and some hours later', [night(-4), night(2, days(7))], []],
    ['is wrong a day after that', [night(-5), night(2, days(7))], ['nothingScreened']],
    ['is wrong after more than a week', [night(-8), night(2, days(7))], ['nothingScreened']],
    ['is wrong if it has never screened anything', [night(2, days(7))], ['nothingScreened']],
    ['is wrong if nothing is ever screened again', [night(1), night(2, days(0))], ['nothingScreened']],
  ])('%s', (_, runs, problems) => {
    expect(found(runs)).toEqual(problems);
  });

  test('says since when, and what the list asks for', () => {
    const [problem] = problemsOf([night(-8), night(2, days(7))], BOTH, expected());
    expect(problem?.explanation).toBe(
      '"Nightly" has screened nothing since 2026-02-20 01:30 UTC. Its companies are to be screened again after 7 days. Check Screen Again After (Days), and the last execution.',
    );
  });
});

test('a service that did not answer is no control that was not found, and is told once', () => {
  const dead = {
    control: 'failed',
    screenedNow: 0,
    withVerdict: 0,
    withHits: 0,
    clear: 0,
    reviews: 0,
    errors: 11,
  };
  const problems = problemsOf([aRun(dead)], BOTH, expected());
  expect(problems.map(({ problem }) => problem)).toEqual(['noAnswers', 'nothingScreened']);
  expect(problems[0]?.explanation).toContain('11 companies have no verdict because of it.');
});
