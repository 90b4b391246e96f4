// The machine of a run takes no event and enters no phase that its tables do not have.
import type { Event } from '../../../nodes/CompanyScreening/register/protocol/messages';
import { checkPhase, newState } from '../../../nodes/CompanyScreening/register/protocol/state';
import { Protocol } from '../../../nodes/CompanyScreening/register/protocol/protocol';
import { OwnRun } from '../../../nodes/CompanyScreening/register/protocol/ownRun';
import { enterRegister } from '../../../nodes/CompanyScreening/register/protocol/reads';
import { RULES } from '../../../nodes/CompanyScreening/register/protocol/rules';
import { settingsWith, wanted } from './aList';
import { aCompany } from './anAnswer';

const world = {
  now: () => 0,
  wallClock: () => 0,
  uuid: () => 'run',
  controlFailed: () => false,
  foundOld: () => [],
  about: () => ({}),
};

const begun = () => {
  const settings = settingsWith(1);
  const machine = new Protocol(newState(), settings, world);
  expect(machine.handle({ is: 'begin', companies: [wanted(aCompany('A'))] }).do).toBe('call');
  return machine;
};

test.each<[string, Event]>([
  ['begins', { is: 'begin', companies: [] }],
  ['is confirmed', { is: 'confirmed' }],
  ['has slept', { is: 'slept' }],
  ['asks for more', { is: 'more' }],
  ['gets results', { is: 'results', results: [], companyMs: 1 }],
  ['is stopped', { is: 'stop', results: null }],
])('while a call is under way, no run %s', (_, event) => {
  const machine = begun();
  expect(() => machine.handle(event)).toThrow(`The event ${event.is} comes after the command call.`);
});

test('a run that is over takes no event', () => {
  const machine = begun();
  const states = ['failed', 'slept', 'failed', 'slept', 'failed', 'slept', 'failed', 'slept'] as const;
  for (const is of states) {
    // Nothing of it was stored.
    if (machine.handle({ is }).do === 'call' && is === 'slept') machine.handle({ is: 'rows', rows: [] });
  }
  expect(machine.handle({ is: 'failed' }).do).toBe('over');
  expect(() => machine.handle({ is: 'more' })).toThrow('The event more comes after the command over.');
});

test('a run that enters again, since it was taken for dead, has another id than the one that it was given', () => {
  const state = newState();
  const run = new OwnRun(state, settingsWith(1, { runId: 'given' }), world, RULES);
  enterRegister(run);
  enterRegister(run);
  expect(state.ownRunIds).toEqual(['given', 'run']);
});

test('a run enters before anything else, and nothing comes after its end', () => {
  expect(() => {
    checkPhase('new', 'polling');
  }).toThrow('The phase polling comes after new.');
  expect(() => {
    checkPhase('ending', 'polling');
  }).toThrow('The phase polling comes after ending.');
});
