// A failure becomes a node error and an error item: always the same keys, plain words, nothing secret.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import * as ts from 'typescript';

import { ERROR_KEYS } from '../../nodes/CompanyScreening/names/itemKeys';
import { errorItem, notSentBecauseOf, toNodeError } from '../../nodes/CompanyScreening/output/errors';
import { readCompanyList } from '../../nodes/CompanyScreening/operations/lists/readCompanyList';
import { failsEveryItem } from '../../nodes/CompanyScreening/run/state/runStop';
import type { Operation } from '../../nodes/CompanyScreening/operations/shared/operation';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { forEveryone, InvalidItem } from '../../nodes/CompanyScreening/names/invalidItem';
import {
  forColleagues,
  OperationFailure,
  type FailureDetails,
} from '../../nodes/CompanyScreening/service/failure';
import { REFUSALS } from '../../nodes/CompanyScreening/operations/desk/decisionWords';
import { projectFolder } from '../support/n8n/install';
import { aNode } from './builders';

const subject = { name: 'Example Ltd', referenceId: 'ref-1' };
const failed = { node: aNode(), itemIndex: 3, subject, sent: true, scope: 'item' } as const;
const errorJson = (
  error: unknown,
  item: Parameters<typeof errorItem>[1],
  operation: Operation = screenCompany,
) => errorItem(error, item, operation, 'sandbox').json;

const said = {
  errorCode: 'S0002',
  errorName: 'INVALID_LICENCE_NUMBER',
  errorType: 'Data',
  suggestion: 'Check the licence number and try again.',
  httpStatus: 400,
};
const refused = new OperationFailure({
  state: 'refused',
  message: 'Screen Company: the service refused the request as invalid (HTTP status 400).',
  advice: 'Check the values of this item.',
  ...said,
});
const timedOut = new OperationFailure({
  state: 'uncertain',
  message: 'api.example.com did not answer in time.',
});
const emptyName = new InvalidItem('Company Name is empty.', 'Fill in the name.');
const notUnderstood = new OperationFailure({
  state: 'staysUncertain',
  receiptId: 's-1',
  message: 'What is this?',
});
const failedRecord = new OperationFailure({
  state: 'failedAtService',
  receiptId: 's-1',
  message: 'It failed.',
});

const REFUSED = { state: 'refused', message: 'No.' } as const;
const busy = new OperationFailure({ state: 'uncertain', message: 'Busy.', advice: 'Wait.' });
const withoutTag = { description: expect.stringContaining('‹img src=x>') as string };
const ofStatus = (httpStatus: number) => new OperationFailure({ ...REFUSED, state: 'safe', httpStatus });

test.each<[string, thrown: unknown, error: object]>([
  [
    'of an item that was not sent is a warning, since nothing is wrong with n8n',
    emptyName,
    {
      ...{ level: 'warning', message: 'Company Name is empty.', context: { itemIndex: 3 } },
      description: 'Nothing was sent for this item. Fill in the name.',
    },
  ],
  [
    'keeps its words, which n8n would replace by its own',
    new OperationFailure({ ...REFUSED, message: 'connect ECONNREFUSED' }),
    { message: 'connect ECONNREFUSED' },
  ],
  ['without a status has no code', new OperationFailure({ ...REFUSED, state: 'safe' }), { httpCode: null }],
  ['of a success has no code', ofStatus(200), { httpCode: null }],
  ['of the last success has no code', ofStatus(299), { httpCode: null }],
  ['of a redirect has its code', ofStatus(300), { httpCode: '300' }],
  ['of an outage has its code', ofStatus(503), { httpCode: '503' }],
  ['of a request has no stack, which would tell where n8n is installed', refused, { stack: '' }],
  ['of an item has no stack', emptyName, { stack: '' }],
  [
    'of an item shows no tag of a stranger, which n8n would show',
    new InvalidItem('No.', 'The column is "<img src=x>".'),
    withoutTag,
  ],
  [
    'of a request shows no tag of a stranger',
    new OperationFailure({ ...REFUSED, explanation: 'The service says: <img src=x>.' }),
    withoutTag,
  ],
  [
    'has every sentence once, with a space between',
    busy,
    {
      description:
        'Wait. The service may have done the work anyway and charged for it. Before you send it again, ask its support about this request and quote the reference ID ref-1.',
    },
  ],
  [
    'of a mistake is wrapped with its item',
    new TypeError('something unforeseen'),
    { message: 'something unforeseen', context: { itemIndex: 3 } },
  ],
  ['of a text is wrapped with its item', 'just text', { message: 'just text', context: { itemIndex: 3 } }],
])('a node error %s', (_, thrown, error) => {
  expect(toNodeError(thrown, failed)).toMatchObject(error);
});

describe('a node error', () => {
  test('of what is no request is a NodeOperationError', () => {
    for (const thrown of [emptyName, new TypeError('something unforeseen'), 'just text'])
      expect(toNodeError(thrown, failed)).toBeInstanceOf(NodeOperationError);
  });

  test('does not mention work that cannot have been done', () => {
    const states = ['unsendable', 'safe', 'refused'] as const;
    const failures = states.map((state) => new OperationFailure({ state, message: 'No.' }));
    for (const error of [...failures, failedRecord])
      expect(toNodeError(error, failed).description ?? '').not.toContain('may have done');
  });

  test('of n8n itself is passed on unchanged', () => {
    for (const own of [
      new NodeOperationError(aNode(), 'n8n says so'),
      new NodeApiError(aNode(), { message: 'n8n says so' }),
    ])
      expect(toNodeError(own, failed)).toBe(own);
  });

  test('of a request without a subject names no reference id', () => {
    expect(toNodeError(busy, { ...failed, subject: undefined }).description).toBe(
      'Wait. The service may have done the work anyway and charged for it. Before you send it again, ask its support about this request.',
    );
  });
});

describe('an error item', () => {
  const KEYS = [
    'outcome environment screeningId companyName referenceId scope error description',
    'forColleagues errorCode errorName errorType suggestion httpStatus mayBeCharged',
  ]
    .join(' ')
    .split(' ');

  test.each([
    ['a refused request', refused],
    ['a timeout', timedOut],
    ['an empty name', emptyName],
    ['a failed screening', failedRecord],
    ['something unforeseen', new TypeError('unforeseen')],
    ['text', 'thrown text'],
  ])('has the same keys in the same order for %s', (_, error) => {
    expect(Object.keys(errorJson(error, failed))).toEqual(KEYS);
    expect(Object.keys(errorJson(error, { ...failed, subject: undefined }))).toEqual(KEYS);
  });

  test('says what the service said', () => {
    const { message } = refused.details;
    expect(errorJson(refused, failed)).toEqual({
      ...{ outcome: 'error', environment: 'sandbox', scope: 'item', screeningId: null },
      ...{ companyName: 'Example Ltd', referenceId: 'ref-1', error: message, ...said, mayBeCharged: false },
      description: 'Check the values of this item.',
      forColleagues: `${message} Ask whoever set this up.`,
    });
  });

  test('has the key of the company in a run that keeps answers, and no such field in another', () => {
    const kept = { ...failed, subject: { ...subject, companyKey: 'P-1' } };
    expect(errorJson(refused, kept)).toMatchObject({ companyName: 'Example Ltd', companyKey: 'P-1' });
    expect(errorJson(refused, failed)).not.toHaveProperty('companyKey');
  });

  test('names the case that a person may decide about, if there is one', () => {
    const failure = new OperationFailure({ ...refused.details, caseId: 'case-1' });
    expect(errorJson(failure, failed)).toHaveProperty('caseId', 'case-1');
    expect(errorJson(notSentBecauseOf(failure), failed)).not.toHaveProperty('caseId');
  });

  test('has the other fields by which people find it, and the address of its request', () => {
    const also = { id: '7', registrationNumber: null };
    const found = { ...failed, subject: { ...subject, also } };
    const failure = new OperationFailure({ ...refused.details, requestUri: '/requests/7' });
    expect(errorJson(failure, found)).toMatchObject({ ...also, requestUri: '/requests/7' });
  });

  test('for the error output has an error that n8n sees, and loses when it copies the item', () => {
    const node = { ...aNode(), onError: 'continueErrorOutput' as const };
    const item = errorItem(refused, { ...failed, node }, screenCompany, 'sandbox');
    expect(item.error).toBeInstanceOf(NodeApiError);
    expect({ ...item }).not.toHaveProperty('error');
    expect(item.json).toEqual(errorJson(refused, failed));
    expect(errorItem(refused, failed, screenCompany, 'sandbox').error).toBeUndefined();
  });

  test.each([
    ['a name that cannot be sent', emptyName, false],
    ['a request that was refused', refused, false],
    ['a timeout', timedOut, true],
    ['a reply that cannot be understood', notUnderstood, true],
    // What the service charges for is not documented.
    ['a screening that failed at the service', failedRecord, true],
    ['something unforeseen', new TypeError('unforeseen'), true],
  ])('says whether the company may be charged: %s', (_, error, mayBeCharged) => {
    expect(errorJson(error, failed)).toHaveProperty('mayBeCharged', mayBeCharged);
    const { mayBeCharged: ofOthers } = errorJson(notSentBecauseOf(error), { ...failed, sent: false });
    expect(ofOthers).toBe(false);
  });

  test('has no key that is not known as one of ours', () => {
    const known: readonly string[] = [...ERROR_KEYS, 'companyName', 'screeningId'];
    expect([...known].sort()).toEqual([...KEYS].sort());
  });

  test('is linked to the item it is about', () => {
    expect(errorItem(refused, failed, screenCompany, 'sandbox').pairedItem).toEqual({ item: 3 });
  });

  test('of an operation that sends nothing has no id of the service', () => {
    expect(Object.keys(errorJson(emptyName, failed, readCompanyList))).not.toContain('undefined');
    expect(errorJson(emptyName, failed, readCompanyList)).not.toHaveProperty('screeningId');
  });
});

describe('an item that was not sent because another one stopped the run', () => {
  const todo = 'Check the Subscription Key in the credential.';
  const stopping = new OperationFailure({
    ...{ state: 'staysUncertain', receiptId: 's-1', advice: todo, suggestion: todo, httpStatus: 500 },
    message: 'The connection credentials are invalid. (S0003 INVALID_CREDENTIALS)',
    ...{ errorCode: 'S0003', errorName: 'INVALID_CREDENTIALS', errorType: 'Authentication' },
    ...{ retryAfterMs: 5000, failsEveryItem: true },
  });

  test('says so, in the words of the failure that stopped it, and without its id', () => {
    const { message, errorCode, errorName, errorType, suggestion, httpStatus } = stopping.details;
    expect(errorJson(notSentBecauseOf(stopping), failed)).toMatchObject({
      ...{ error: message, errorCode, errorName, errorType, suggestion, httpStatus, screeningId: null },
      description:
        'Nothing was sent for this item: the run had stopped before its turn. It asks you to wait 5 s. Check the Subscription Key in the credential.',
    });
  });

  test('has nothing that the failure does not have, and can be sent again', () => {
    const bare = new OperationFailure({ state: 'uncertain', message: 'No.' });
    const failure = notSentBecauseOf(bare);
    expect(failure instanceof OperationFailure && failure.details).toStrictEqual({
      state: 'unsendable',
      message: 'No.',
      sending: 'stoppedBefore',
    });
  });

  test('has no case of another item, and none of its names', () => {
    const after = { name: 'Birch', referenceId: 'ref-2', mayBeCharged: true, answered: [] };
    const stopped = new OperationFailure({ ...stopping.details, after, caseId: 'case-1' });
    const failure = notSentBecauseOf(stopped);
    expect(failure).toMatchObject({ details: { message: stopping.details.message } });
    expect(failure).not.toHaveProperty('details.after');
    expect(failure).not.toHaveProperty('details.caseId');
  });

  test('passes on what is not ours unchanged', () => {
    const unforeseen = new TypeError('unforeseen');
    expect(notSentBecauseOf(unforeseen)).toBe(unforeseen);
  });
});

test.each([
  ['a failure of one item', refused, 'item'],
  [
    'one that every item would meet',
    new OperationFailure({ state: 'unsendable', message: 'No.', failsEveryItem: true }),
    'run',
  ],
  ['something unforeseen', new TypeError('unforeseen'), 'item'],
  ['something unforeseen that looks like one of ours', { details: { failsEveryItem: true } }, 'item'],
])('the scope of a failure of %s', (_, error, scope) => {
  expect(failsEveryItem(error)).toBe(scope === 'run');
});

test('a failure has the name by which other bundles know it', () => {
  expect(refused.name).toBe('OperationFailure');
});

describe('the words for colleagues', () => {
  const aRequestBefore = { name: 'Old Mill', referenceId: null, answered: [] };
  type Told = Pick<FailureDetails, 'after' | 'forColleagues' | 'isUnreachable'> & {
    state?: 'safe' | 'uncertain' | 'unsendable';
  };
  const failure = (details: Told) =>
    forColleagues(new OperationFailure({ state: 'refused', message: 'It broke.', ...details }));

  test('are the advice only where it says that it is for everyone', () => {
    expect(forColleagues(new InvalidItem('It is empty.', forEveryone('Check the file.')))).toBe(
      'It is empty. Check the file.',
    );
    expect(forColleagues(new InvalidItem('No.', 'Correct Sheet.'))).toBe('No. Ask whoever set this up.');
    const own = { message: 'There are too many.', advice: 'Split it.' };
    expect(forColleagues(new InvalidItem('No.', 'x', own))).toBe('There are too many. Split it.');
  });

  test.each<[string, Told, string]>([
    ['that was refused', {}, 'It broke. Ask whoever set this up.'],
    [
      'that may pass',
      { state: 'safe' },
      'It broke. Try again later. If that does not help, ask whoever set this up.',
    ],
    [
      'without a reply',
      { state: 'unsendable', isUnreachable: true },
      'It broke. Try again later. If that does not help, ask whoever set this up.',
    ],
    [
      'that may be charged',
      { state: 'uncertain', isUnreachable: true },
      'It broke. It may have been paid for all the same. Ask whoever set this up before you send it again.',
    ],
    ['with words of its own', { forColleagues: 'Split it.' }, 'Split it.'],
    [
      'behind others that were paid for, itself not charged',
      { state: 'uncertain', after: { ...aRequestBefore, mayBeCharged: false } },
      'It broke. Ask whoever set this up.',
    ],
    [
      'behind others that were paid for, and perhaps charged as well',
      { after: { ...aRequestBefore, mayBeCharged: true } },
      'It broke. It may have been paid for all the same. Ask whoever set this up before you send it again.',
    ],
  ])('say of a request %s what to do', (_, details, said) => {
    expect(failure(details)).toBe(said);
  });

  test('of an error that nobody foresaw say nothing of its text', () => {
    expect(forColleagues(new TypeError('x is undefined'))).toBe(
      'This could not be done. Ask whoever set this up.',
    );
  });

  // Words that only the editor shows.
  const OF_THE_EDITOR =
    /\b(?:this node|options? of|in the options|parameter|expression|credential|workflow|Get Many|sendAgain|falsePositive|trueMatch|Case ID)\b/;

  test('of each refusal at the desk are words of the desk', () => {
    for (const [message, advice, colleague] of Object.values(REFUSALS))
      expect(new InvalidItem(message, advice, colleague).forColleagues).not.toMatch(OF_THE_EDITOR);
  });

  test('are nowhere in the source words of the editor', () => {
    const texts = textsForColleagues();
    expect(texts.length).toBeGreaterThan(60);
    expect(texts.filter((text) => OF_THE_EDITOR.test(text))).toEqual([]);
  });
});

/** The source of each text that an `InvalidItem` gives to colleagues, however it is made. */
function textsForColleagues(): string[] {
  const folder = join(projectFolder, 'nodes');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .flatMap((source) => callsIn(ts.createSourceFile('', source, ts.ScriptTarget.Latest, true)));
}

function callsIn(node: ts.Node): string[] {
  const texts: string[] = [];
  ts.forEachChild(node, (child) => void texts.push(...callsIn(child)));
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return texts;
  const called = node.expression.getText();
  const given = (node.arguments ?? []).map((argument) => argument.getText());
  if (['forEveryone', 'listProblem', 'WorkbookProblem'].includes(called)) return [...texts, ...given];
  if (called !== 'InvalidItem') return texts;
  const [message, advice, colleague] = given;
  if (/\b(?:advice|message)\b/.test(colleague ?? '')) return [...texts, colleague ?? ''];
  return advice?.startsWith('forEveryone') ? [...texts, message ?? ''] : texts;
}
