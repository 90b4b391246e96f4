// A workbook that Create Workbook makes of items, and the same workbook as the list of the next run.
import type { IDataObject } from 'n8n-workflow';

import { wantedColumns } from '../../nodes/CompanyScreening/lists/headings';
import { readWorkbookList } from '../../nodes/CompanyScreening/lists/workbook/workbookList';
import { createWorkbook } from '../../nodes/CompanyScreening/operations/workbook/createWorkbook';
import { jsonsOf, localTools, onlyOne, parametersOf } from './builders';
import { aPlaceForFiles } from './desk';

export async function aWorkbook(items: readonly IDataObject[], options: IDataObject = {}) {
  const { context, files, names } = aPlaceForFiles();
  const getInputData = () => items.map((json) => ({ json }));
  const inWorkflow = { getWorkflow: () => ({ name: 'My list' }), getExecutionId: () => '12' };
  const around = { ...context, ...inWorkflow, getInputData };
  const n8n = localTools(around, { now: () => Date.parse('2026-11-24T08:30:00Z') });
  const parameter = parametersOf({ binaryPropertyName: 'data', options });
  const made = await createWorkbook.begin(n8n, parameter, [parameter]).prepare(parameter, 0).perform();
  const { note, counts } = made;
  return { json: onlyOne(jsonsOf(made)), bytes: onlyOne(files), fileName: onlyOne(names), note, counts };
}

/** @param more columns that are wanted besides the company and its number */
export function listIn(
  bytes: Buffer,
  { wantedSheet = '', more }: { wantedSheet?: string; more?: Parameters<typeof wantedColumns>[2] } = {},
): IDataObject[] {
  const key = { heading: 'Customer No', isRequired: false };
  const wanted = wantedColumns('Company, Company Name, Name', key, more);
  const list = { bytes, fileName: 'list.xlsx', headingRow: 0, wantedSheet, wanted };
  return readWorkbookList(list).rows.map(({ json }) => json);
}
