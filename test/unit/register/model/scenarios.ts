// What is explored to the end: the small ones in every test run, the large ones by `npm run model` only.
import type { Scenario } from './world';

const X = { companies: ['X'] };
const XY = { companies: ['X', 'Y'] };
const YX = { companies: ['Y', 'X'] };
/** Asked twice, the service says something different. */
const service = { X: ['hit', 'clear'] } as const;

/** Of which none follows from another one. */
const PLAIN = {
  twoRuns: { name: 'two runs of one company', runs: [X, X], batchSize: 2 },
  crashes: {
    name: 'two runs that crash, one after the other, and a person who decides',
    runs: [X, { ...X, after: [0] }, { ...X, after: [1] }],
    batchSize: 2,
    crashes: 2,
    decisions: 1,
    service,
  },
  failures: { name: 'statements that fail', runs: [XY], batchSize: 2, failures: 2 },
  wrongGuess: { name: 'a run is taken for dead that lives', runs: [X, X], batchSize: 2, wrongGuesses: 1 },
  /** Of a run that tries whether answers come again, with a company from another place, beside one that wants it as well. */
  tries: {
    name: 'a run that tries with one company beside what is under way',
    runs: [XY, { companies: ['Y'] }],
    batchSize: 1,
    isBegun: 'the first one',
    tries: 1,
  },
  severalBatches: { name: 'a run of one batch beside a run of two', runs: [X, YX], batchSize: 2 },
  doubted: {
    name: 'a control that fails twice, and then holds',
    runs: [
      { ...X, controlFails: true },
      { ...X, controlFails: true, after: [0] },
      { ...X, after: [1] },
    ],
    batchSize: 2,
  },
  /** It fails with the second of two batches, when the answer of the first one is stored. */
  doubtedLater: {
    name: 'a control that fails when answers of its run are stored, and a crash',
    runs: [
      { ...XY, controlFails: 2 },
      { ...YX, after: [0] },
    ],
    batchSize: 1,
    crashes: 1,
  },
  /** The row proves nothing any more, and costs nothing. */
  changedAnswer: {
    name: 'somebody who changes an answer',
    runs: [X, { ...X, after: [0] }],
    batchSize: 2,
    edits: ['answer'],
  },
  twoLists: { name: 'two lists in opposite order', runs: [XY, YX], batchSize: 2 },
  /** Its companies leave the list after that, whatever became of it. */
  killedBeforeItTells: {
    name: 'a night that is killed before it tells, or whose message is lost',
    runs: [XY, { companies: ['Y'], after: [0] }],
    batchSize: 2,
    tells: 23,
    crashes: 1,
    lostMessages: 1,
    failures: 1,
    service: { X: ['hit'], Y: ['pending hit'] },
  },
  takenUp: {
    name: 'a night that is killed with what another list has screened',
    runs: [
      { ...XY, isOfOthers: true },
      { companies: ['X', 'Y', 'Z'], after: [0] },
    ],
    batchSize: 2,
    tells: 23,
    crashes: 1,
    lostMessages: 1,
    service: { X: ['hit'], Y: ['pending hit'] },
  },
  /** It lives, and stores what it has sent. */
  toldForAnother: {
    name: 'two nights at the same time, one taken for dead, and a crash',
    runs: [X, { companies: ['Y'] }],
    batchSize: 2,
    tells: 23,
    crashes: 1,
    wrongGuesses: 1,
    service: { X: ['hit'] },
  },
  /** It lives all the same, and the company is on its way. */
  forgotten: {
    name: 'a company that is forgotten beside a run that is taken for dead and lives',
    runs: [X, X],
    batchSize: 1,
    isBegun: 'the first one',
    // Otherwise nobody can tell whom a claim without an answer is about.
    old: ['Y'],
    wrongGuesses: 1,
    forgets: 'X',
    service: { X: ['hit'] },
  },
  /** Two batches of a run are under way at the same time. */
  both: { name: 'two batches side by side', runs: [XY, { ...YX, after: [0] }], batchSize: 2 },
  /** Halves of a batch side by side, and whole batches one after the other. */
  paces: {
    name: 'a service that is now quick and now slow, and a crash',
    runs: [{ companies: ['X', 'Y', 'Z', 'A', 'B'] }, { companies: ['B', 'X', 'C'], after: [0] }],
    batchSize: 2,
    crashes: 1,
    isQuick: true,
  },
  /** The second run has the names in another order. */
  severalNames: {
    name: 'a company of two names, a crash, a name without an answer, and a person who decides',
    runs: [{ companies: ['A&B'] }, { companies: ['B&A'], after: [0] }],
    batchSize: 2,
    crashes: 1,
    decisions: 1,
    service: { A: ['hit', 'clear'], B: ['nothing', 'clear'] },
  },
  /** One answer from long ago that was said twice again. */
  closing: {
    name: 'two runs that close the books',
    runs: [X, X],
    batchSize: 2,
    old: ['X'],
    repeats: 2,
    closes: true,
  },
} satisfies Record<string, Scenario>;
export const {
  twoRuns,
  crashes,
  failures,
  wrongGuess,
  doubted,
  doubtedLater,
  changedAnswer,
  twoLists,
  killedBeforeItTells,
  takenUp,
  toldForAnother,
  forgotten,
  severalNames,
  closing,
} = PLAIN;
const { tries, severalBatches, both, paces } = PLAIN;

/** Each is another one with something else. */
const CHANGED = {
  /** Its machine slept in the middle of a batch, and wakes up. */
  asleep: {
    ...wrongGuess,
    name: 'a run is taken for dead that lives, and a person has its company sent again',
    runs: [X, X, { ...X, after: [1] }],
    isBegun: 'the first one',
    decisions: 1,
  },
  /** Somebody makes the doubt go: it is a row, and the row of its run says so as well. */
  deletedDoubt: {
    ...doubtedLater,
    name: 'a control that fails when answers of its run are stored, and somebody who deletes that',
    crashes: 0,
    edits: ['doubt', 'control'],
  },
  /** Who of two holds a company when both have just entered is in the scenarios of wrong guesses. */
  doubtedAsDead: {
    ...doubtedLater,
    name: 'a control that fails in between, in a run that is taken for dead',
    runs: [{ ...XY, controlFails: 2 }, X],
    isBegun: 'the first one',
    crashes: 0,
    wrongGuesses: 1,
  },
  doubtedFailing: {
    ...doubtedLater,
    name: 'a control that fails in between, and statements that fail',
    crashes: 0,
    failures: 1,
  },
  /** Another run holds its old name. */
  renamed: {
    ...twoRuns,
    name: 'a key that is renamed while another run holds its old name, and that has the old name again',
    runs: [{ companies: ['K:A'] }, { companies: ['K:B'] }, { companies: ['K:A'], after: [0, 1] }],
    service: { A: ['hit'], B: ['clear'] },
  },
  dueAgain: { ...twoRuns, name: 'a company that is due again', old: ['X'] },
  /** What the first run finds is news, what the second one finds is not. */
  closingInTurn: {
    ...closing,
    name: 'runs one after the other that close the books, one of which crashes',
    runs: [X, { ...X, after: [0] }, { ...X, after: [1] }],
    repeats: 1,
    isDue: true,
    crashes: 1,
  },
  /** The third one begins when the first one is over, whatever the second one is doing. */
  three: { ...twoRuns, name: 'three runs', runs: [X, X, { ...X, after: [0] }] },
} satisfies Record<string, Scenario>;
export const { asleep, deletedDoubt, renamed, closingInTurn } = CHANGED;
const { doubtedAsDead, doubtedFailing, dueAgain, three } = CHANGED;

const sideBySide: readonly Scenario[] = [
  {
    ...both,
    name: 'two batches side by side, a crash, and a person who decides',
    crashes: 1,
    decisions: 1,
    service,
  },
  { ...both, name: 'two batches side by side, and a store that fails for good', outages: 1 },
  {
    ...both,
    name: 'two batches side by side, statements that fail, and a person who stops both runs',
    failures: 1,
    stops: 2,
  },
];

/** Of the two companies, the later run has the one whose answer says nothing of the doubt. */
export const deletedDoubtOfOthers: Scenario = {
  ...deletedDoubt,
  name: 'somebody who deletes a doubt, and a list without the companies that name it',
  runs: [
    { ...XY, controlFails: 2 },
    { ...X, after: [0] },
  ],
};

/**
 * The other run has no company of its own: it enters at any time, waits, and looks again when the first one is over. With a company of its
 * own it would look in between as well, and find what a run finds that enters at that time: more states, and nothing else to be seen. That
 * the doubt goes, or what its run says of it, alone is in the scenarios of runs that begin later.
 */
const besideDeletedDoubt: Scenario = {
  ...deletedDoubt,
  name: 'somebody who deletes a doubt, with what its run says, beside a run that goes on',
  runs: [{ companies: ['X', 'Z'], controlFails: 2 }, X],
  isBegun: 'the first one',
  edits: ['doubt and control'],
};

const deletedBeside: readonly Scenario[] = [deletedDoubtOfOthers, besideDeletedDoubt];

/** Each has a company of its own, and both get the same screening id. */
export const oneId = (first?: 'long', second?: 'long'): Scenario => ({
  name: `two runs and one screening id, ${first ?? 'short'} and ${second ?? 'short'}`,
  runs: [
    { ...X, ...(first ? { isLong: true } : {}) },
    { companies: ['Y'], ...(second ? { isLong: true } : {}) },
  ],
  batchSize: 2,
  oneId: ['X', 'Y'],
});

/** The control of the first one fails with its second batch, when the answer with that id is stored. */
const oneIdAndControl = (length?: 'long'): Scenario => {
  const { runs, ...scenario } = oneId(length, length);
  const [, second] = runs;
  const first = { companies: ['X', 'Z'], controlFails: 2, ...(length ? { isLong: true as const } : {}) };
  return {
    ...scenario,
    name: `${scenario.name}, and a control that fails`,
    runs: [first, ...(second ? [second] : [])],
    batchSize: 1,
    isBegun: true,
  };
};

/** Of annual returns, an id that two have is no request of either. */
export const oneIdOfReturns = (length?: 'long'): Scenario => {
  const scenario = oneId(length, length);
  const names = ['returns X', 'returns Y'];
  return {
    ...scenario,
    name: `${scenario.name}, of annual returns`,
    runs: scenario.runs.map((run, number) => ({ ...run, companies: [names[number] ?? ''] })),
    isBegun: true,
    oneId: names,
  };
};

/** With accidents, with several names, and with somebody who looks later. */
const oneIdLater = [oneId(), oneId('long'), oneId('long', 'long')].flatMap((scenario) => {
  const { name, runs } = scenario;
  const severalNames = runs.map((run) => ({ ...run, companies: run.companies.map((one) => `A&${one}`) }));
  return [
    scenario,
    { ...scenario, name: `${name}, and a run after them`, runs: [...runs, { ...XY, after: [0, 1] }] },
    { ...scenario, name: `${name}, a crash`, crashes: 1 },
    { ...scenario, name: `${name}, a statement that fails`, failures: 1 },
    { ...scenario, name: `${name}, a wrong guess`, wrongGuesses: 1 },
    { ...scenario, name: `${name}, of the second of two names`, runs: severalNames },
  ];
});

const moreClosing: readonly Scenario[] = [
  { ...closing, name: 'two runs that close the books, one crashes', crashes: 1 },
  { ...closing, name: 'a run that closes the books, and statements that fail', runs: [X], failures: 2 },
  { ...closing, name: 'a run that closes the books is taken for dead', wrongGuesses: 1, repeats: 1 },
  {
    ...closing,
    name: 'a run that closes the books beside one that has everything screened again',
    isDue: true,
    repeats: 1,
    service: { X: ['hit', 'clear'] },
  },
];

const more: readonly Scenario[] = [
  { ...crashes, name: 'a store that fails for good', crashes: 0, decisions: 0, outages: 1 },
  {
    ...twoRuns,
    name: 'a service that does not answer',
    runs: [X, { ...X, after: [0] }],
    service: { X: ['nothing', 'clear'] },
    decisions: 1,
  },
];

const threeRuns: readonly Scenario[] = [
  { ...three, name: 'three runs of a company that is due again', old: ['X'] },
  { ...three, name: 'three runs, two of which crash', crashes: 2 },
  { ...three, name: 'three runs of one batch and of two', runs: [X, YX, { ...XY, after: [0] }] },
];

const largest: readonly Scenario[] = [
  { ...wrongGuess, name: 'a wrong guess, and a person who decides', decisions: 1, service },
  { ...twoRuns, name: 'two runs side by side, one crashes', crashes: 1 },
  { ...twoRuns, name: 'two runs side by side, a statement fails', failures: 1 },
  { ...twoLists, name: 'two lists in opposite order, one of which is stopped', stops: 1 },
  { ...wrongGuess, name: 'a run of two batches is taken for dead that lives', runs: [XY, X] },
  { ...twoRuns, name: 'lists that overlap, each one batch', runs: [XY, YX], batchSize: 4 },
  {
    ...twoRuns,
    name: 'two runs side by side, whose control fails for one of them',
    runs: [{ ...X, controlFails: true }, X],
  },
];

const onPostgres = (scenarios: readonly Scenario[]): Scenario[] =>
  scenarios.map((scenario) => ({ ...scenario, kind: 'postgres' }));

const smallOnBoth: readonly Scenario[] = [
  twoRuns,
  oneIdOfReturns(),
  crashes,
  doubted,
  doubtedLater,
  deletedDoubt,
  severalNames,
  ...more,
  ...sideBySide,
  closingInTurn,
  killedBeforeItTells,
  takenUp,
  forgotten,
];
export const SMALL: readonly Scenario[] = [
  ...smallOnBoth,
  ...[oneId(), oneId('long', 'long')].map((scenario): Scenario => ({ ...scenario, isBegun: true })),
  failures,
  ...onPostgres([failures]),
  changedAnswer,
];
const largeOnBoth: readonly Scenario[] = [
  closing,
  renamed,
  dueAgain,
  ...deletedBeside,
  doubtedAsDead,
  doubtedFailing,
  paces,
  ...moreClosing,
  ...oneIdLater,
  oneIdAndControl(),
  oneIdAndControl('long'),
  oneIdOfReturns('long'),
  ...[wrongGuess, asleep, severalBatches, twoLists, three],
  ...threeRuns,
  ...largest,
];
const largeOnOne: readonly Scenario[] = [
  {
    ...forgotten,
    name: 'the same beside another company, where both are due again',
    runs: [XY, X],
    batchSize: 2,
    old: ['X'],
    isDue: true,
  },
  { ...changedAnswer, name: 'somebody who changes an answer beside a run that goes on', runs: [X, X] },
  { ...renamed, name: 'a key that is renamed, and a crash', crashes: 1 },
];
export const LARGE: readonly Scenario[] = [
  ...largeOnBoth,
  ...onPostgres([...smallOnBoth, ...largeOnBoth]),
  ...[tries, toldForAnother],
  ...largeOnOne,
];

const endless: readonly Scenario[] = [
  {
    name: 'a week of accidents',
    runs: [
      { companies: ['A', 'B', 'C', 'D', 'E'] },
      { companies: ['E', 'C', 'A'], controlFails: true },
      { companies: ['B', 'F', 'D'], controlFails: 2 },
      { companies: ['A', 'B', 'C', 'D', 'E', 'F'], after: [0, 1] },
      { companies: ['F', 'E', 'D', 'C', 'B', 'A'], after: [2, 3] },
    ],
    batchSize: 4,
    old: ['C', 'D'],
    crashes: 2,
    failures: 3,
    outages: 1,
    stops: 1,
    decisions: 4,
    isQuick: true,
    wrongGuesses: 3,
    service: { A: ['hit', 'clear'], B: ['clear', 'hit'], D: ['nothing', 'clear'] },
  },
  {
    ...tries,
    name: 'two runs that try, one of which is killed or stopped',
    runs: [{ companies: ['A', 'B', 'C', 'D', 'E'] }, { companies: ['E', 'D', 'C', 'B', 'A'] }],
    batchSize: 2,
    tries: 4,
    crashes: 1,
    stops: 1,
    failures: 1,
    wrongGuesses: 1,
  },
  // An answer comes in while another run has the same company under way, since a person said so.
  {
    name: 'answers of runs that were taken for dead, and people who decide',
    runs: [
      { companies: ['A', 'B', 'C', 'D'] },
      { companies: ['D', 'C', 'B', 'A'] },
      { companies: ['B', 'A', 'D', 'C'], after: [0] },
    ],
    batchSize: 4,
    decisions: 4,
    isQuick: true,
    wrongGuesses: 6,
    service: { A: ['hit', 'clear'], B: ['clear', 'hit'], C: ['clear', 'hit', 'clear'], D: ['hit', 'clear'] },
  },
  {
    ...twoRuns,
    name: 'three runs at the same time',
    runs: [X, XY, { companies: ['Y', 'X'], controlFails: true }],
    crashes: 1,
    failures: 1,
    wrongGuesses: 1,
  },
];

/** Too large to be explored: they are walked through at random. */
export const ENDLESS: readonly Scenario[] = [...endless, ...onPostgres(endless)];
