// Changes that no test notices because they change nothing that anybody could notice. One line says why.

export interface Explained {
  file: string;
  /** The text that was changed, and what it was changed to. */
  from: string;
  to: string;
  why: string;
}

const service = (file: string) => `nodes/CompanyScreening/service/${file}.ts`;

export const EXPLAINED: Explained[] = [
  {
    file: service('outcome'),
    from: 'record.details?.every',
    to: 'record.details.every',
    why: 'There is at least one hit, so there are details. The compiler asks for it.',
  },
  {
    file: service('outcome'),
    from: 'FIELD_NAMES.has(name)',
    to: 'false',
    why: 'The fields of the contract are judged in the same way elsewhere, or agree with themselves. To skip them saves time.',
  },
  {
    file: service('outcome'),
    from: 'default:\n      return false;',
    to: 'default:',
    why: 'Nothing counts as false, too.',
  },
  {
    file: service('outcome'),
    from: 'known === undefined',
    to: 'false',
    why: 'A field that is not there has no JSON, which is not equal to any. The compiler asks for it.',
  },
  {
    file: service('workState'),
    from: 'status >= 500',
    to: 'status > 500',
    why: '500 is among the passing ones, which are answered a line before.',
  },
];
