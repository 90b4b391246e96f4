// The error of a run that stopped: what became of every item, one word for each state.
import type { IExecuteFunctions } from 'n8n-workflow';

import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import type { RequestOperation } from '../../nodes/CompanyScreening/operations/operation';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screenCompany/screenCompany';
import type { ItemState, Run } from '../../nodes/CompanyScreening/run/itemState';
import { InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import { OperationFailure, type FailureDetails } from '../../nodes/CompanyScreening/service/failure';
import { stopError } from '../../nodes/CompanyScreening/output/stopError';
import { aNode } from './builders';

const subjectOf = (name: string) => ({ name, referenceId: `ref-${name}` });
const done = (name: string, outcome = 'clear'): ItemState => ({
  state: 'done',
  subject: subjectOf(name),
  result: { items: [], receipt: { id: `id-${name}`, outcome, reason: null, hits: 0 } },
  binary: {},
});
const failed = (name: string, details: FailureDetails): ItemState => ({
  state: 'failed',
  subject: subjectOf(name),
  error: new OperationFailure(details),
  sent: true,
  binary: {},
});
const notSent: ItemState = { state: 'notSent', subject: undefined };

/** The error of a run with these items, of which the one with this number stopped it. */
function errorOf(
  items: ItemState[],
  itemIndex: number,
  operation: RequestOperation = screenCompany,
  more: Pick<Run, 'before'> = {},
) {
  const item = items[itemIndex];
  const error = item?.state === 'failed' ? item.error : new Error('It was no failure.');
  const run: Run = {
    items,
    notes: [],
    readIn: 'asReceived',
    stoppedBy: { itemIndex, error },
    environment: 'sandbox',
    includeInputFields: false,
    countsInExecution: false,
    ...more,
  };
  const context = { getNode: aNode } as unknown as IExecuteFunctions;
  return stopError(context, operation, run, { itemIndex, error });
}
const named = (name: string) => ({ companyName: name, referenceId: `ref-${name}` });

describe('its details', () => {
  test('have every item once, by what became of it', () => {
    const error = errorOf(
      [
        done('A'),
        done('B', 'hit'),
        failed('C', { state: 'refused', message: 'Refused.' }),
        failed('D', { state: 'failedAtService', receiptId: 'id-D', message: 'Failed.' }),
        failed('E', { state: 'uncertain', message: 'Timeout.' }),
        failed('F', { state: 'unresolved', receiptId: 'id-F', message: 'What is this?' }),
        failed('G', { state: 'unresolved', receiptId: null, message: 'What is this?' }),
        failed('H', { state: 'safe', message: 'Not available.' }),
        notSent,
        notSent,
      ],
      2,
    );
    expect(error.context['data']).toEqual({
      screened: [
        { ...named('A'), screeningId: 'id-A', outcome: 'clear' },
        { ...named('B'), screeningId: 'id-B', outcome: 'hit' },
      ],
      failed: [
        { ...named('C'), outcome: 'failed' },
        { ...named('D'), screeningId: 'id-D', outcome: 'failed' },
        { ...named('H'), outcome: 'failed' },
      ],
      unknown: [
        { ...named('E'), outcome: 'unknown' },
        { ...named('F'), screeningId: 'id-F', outcome: 'unknown' },
        { ...named('G'), outcome: 'unknown' },
      ],
      notSent: 2,
    });
    expect(error.context['itemIndex']).toBe(2);
  });

  test('use the words of the operation', () => {
    const error = errorOf(
      [done('1'), failed('2', { state: 'refused', message: 'No.' })],
      1,
      requestAnnualReturns,
    );
    expect(error.context['data']).toMatchObject({
      requested: [{ registrationNumber: '1', requestId: 'id-1' }],
      failed: [{ registrationNumber: '2' }],
    });
  });

  test('have a duplicate once', () => {
    const error = errorOf([done('A'), done('A'), failed('B', { state: 'refused', message: 'No.' })], 2);
    expect(error.context['data']).toMatchObject({ screened: [named('A')] });
  });

  test('have an item that failed after its request went out, although nobody foresaw it', () => {
    const item: ItemState = {
      state: 'failed',
      subject: subjectOf('A'),
      error: new TypeError('a mistake'),
      sent: true,
      binary: {},
    };
    expect(errorOf([item, notSent], 0).context['data']).toEqual({
      screened: [],
      failed: [],
      unknown: [{ ...named('A'), outcome: 'unknown' }],
      notSent: 1,
    });
  });

  test.each<[string, ItemState[], object]>([
    [
      'refused',
      [failed('A', { state: 'refused', message: 'No.' })],
      { failed: [{ ...named('A'), outcome: 'failed' }] },
    ],
    [
      'in doubt',
      [failed('A', { state: 'uncertain', message: 'Timeout.' })],
      { unknown: [{ ...named('A'), outcome: 'unknown' }] },
    ],
    [
      'done, before one that could not be sent',
      [done('A'), failed('B', { state: 'unsendable', message: 'No.' })],
      { screened: [{ ...named('A'), screeningId: 'id-A', outcome: 'clear' }] },
    ],
  ])('are there if one item is %s', (_, items, data) => {
    expect(errorOf([...items, notSent], items.length - 1).context['data']).toMatchObject(data);
  });

  test('have what was sent before the items', () => {
    const error = errorOf([failed('B', { state: 'unsendable', message: 'No.' })], 0, screenCompany, {
      before: done('Control', 'hit'),
    });
    expect(error.context['data']).toEqual({
      screened: [{ ...named('Control'), screeningId: 'id-Control', outcome: 'hit' }],
      failed: [{ ...named('B'), outcome: 'failed' }],
      unknown: [],
      notSent: 0,
    });
  });

  test.each([
    ['an item that cannot be sent', new InvalidItem('Company Name is empty.', 'Fill it in.')],
    ['a run that cannot be sent', new OperationFailure({ state: 'unsendable', message: 'No.' })],
    ['an expression that fails', new TypeError('expression')],
  ])('are left out if nothing was sent: %s', (_, error) => {
    const item: ItemState = { state: 'failed', subject: undefined, error, sent: false, binary: {} };
    expect(errorOf([item, notSent], 0).context).not.toHaveProperty('data');
  });
});

describe('its description', () => {
  test('has its sentences in order, with a space between', () => {
    const items = [done('A'), failed('B', { state: 'refused', message: 'Refused.', advice: 'Do this.' })];
    expect(errorOf(items, 1).description).toBe(
      'Failed item: "B". Do this. Before the run stopped, the service had already processed 1 company; their ids are in the details of this error. To keep their results next time, set On Error to Continue in the settings of this node.',
    );
  });

  test('names nothing that has no name', () => {
    const nameless = failed('', { state: 'refused', message: 'Refused.', advice: 'Do this.' });
    expect(errorOf([nameless], 0).description).toBe('Do this.');
    expect(errorOf([], 0).message).toBe('It was no failure.');
  });

  test('names the item that failed if the message does not', () => {
    const unnamed = failed('Gloomharbour', { state: 'refused', message: 'Refused.' });
    expect(errorOf([unnamed], 0).description).toContain('Failed item: "Gloomharbour".');
    const inMessage = failed('Gloomharbour', { state: 'refused', message: '"Gloomharbour" is refused.' });
    expect(errorOf([inMessage], 0).description ?? '').not.toContain('Failed item');
  });

  test('counts what was processed before, and says how to keep it', () => {
    const stopping = failed('C', { state: 'refused', message: 'Refused.' });
    const { description } = errorOf([done('A'), done('B'), stopping], 2);
    expect(description).toContain('the service had already processed 2 companies');
    expect(description).toContain('Continue');
    expect(errorOf([stopping], 0).description).not.toContain('already processed');
  });

  test('counts what may have been processed if that is more than the item it names', () => {
    const timedOut = (name: string) => failed(name, { state: 'uncertain', message: 'Timeout.' });
    expect(errorOf([timedOut('A'), timedOut('B')], 0).description).toContain(
      '2 companies may have been processed although no answer came',
    );
    const alone = errorOf([timedOut('A')], 0).description;
    expect(alone).not.toContain('may have been processed');
    expect(alone).toContain('reference id ref-A');
  });
});
