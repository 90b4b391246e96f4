// Changes that no test notices because they change nothing that anybody could notice. One line says why.

export interface Explained {
  file: string;
  /** The text that was changed, and what it was changed to. */
  from: string;
  to: string;
  why: string;
}

export const EXPLAINED: Explained[] = [
  {
    file: 'nodes/CompanyScreening/service/workState.ts',
    from: 'status >= 500',
    to: 'status > 500',
    why: '500 is among the passing ones, which are answered a line before.',
  },
];
