// The switches by which items are given out, as the node is saved.
import type { IExecuteFunctions } from 'n8n-workflow';

import { requestAnnualReturns } from '../../nodes/CompanyScreening/operations/annualReturns/requestAnnualReturns';
import { screenCompany } from '../../nodes/CompanyScreening/operations/screening/screenCompany';
import { PLAIN, presentationOf } from '../../nodes/CompanyScreening/output/presentation';
import { aNode } from './builders';

const nodeWith = (output: unknown): Pick<IExecuteFunctions, 'getNode'> => ({
  getNode: () => ({ ...aNode(), parameters: { output } as ReturnType<typeof aNode>['parameters'] }),
});
const read = (output: unknown, operation = screenCompany) => presentationOf(nodeWith(output), operation);

test('all are off unless they are switched on', () => {
  expect(read(undefined)).toEqual(PLAIN);
  expect(read({ content: 'raw' })).toEqual(PLAIN);
  expect(read({ summaryItem: true })).toEqual({ ...PLAIN, summaryItem: true });
  expect(read({ alertMessages: true, sameColumns: true })).toEqual({
    alertMessages: true,
    keysTogether: false,
    sameColumns: true,
    summaryItem: false,
  });
});

test.each(['raw', 'selectedFields'])('messages cannot be made of items with Content set to %s', (content) => {
  expect(() => read({ alertMessages: true, content })).toThrow('Alert Messages needs Content');
  expect(read({ alertMessages: false, content })).toEqual(PLAIN);
});

test('an operation without them has none', () => {
  expect(read({ summaryItem: true }, requestAnnualReturns)).toEqual(PLAIN);
});
