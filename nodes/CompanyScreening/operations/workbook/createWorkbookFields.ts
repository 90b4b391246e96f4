// The parameters and options of "Create Workbook".
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { switchOption, textOption } from '../shared/optionKinds';
import { outputFileField } from '../shared/options';

export const createWorkbookFields: INodeProperties[] = [outputFileField('data')];

/** Read once for the workbook. */
export const createWorkbookOptions = z.object({
  fileName: textOption({
    displayName: 'File Name',
    placeholder: 'e.g. screened.xlsx',
    description:
      'Name of the workbook. If empty, it has the environment, the day in UTC and the number of the execution. The ending .xlsx is added.',
  }),
  oneSheet: switchOption({
    displayName: 'One Sheet',
    description:
      'Whether to put hits, companies to review, clear companies and errors into one sheet, Results, instead of a sheet for each. Summary and Companies stay.',
  }),
});
