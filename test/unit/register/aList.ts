// A list that a run over the register is to screen, and what the service says of it, as tests need them.
import { companyHash, type Company } from '../../../nodes/CompanyScreening/register/identity';
import type { Result, Wanted } from '../../../nodes/CompanyScreening/register/messages';

export const wanted = (company: Company): Wanted => ({
  hash: companyHash(company),
  company,
  referenceId: `r-${company.key}`,
});

export const cleared = ({ hash }: Wanted): Result => ({
  is: 'answered',
  company: hash,
  screenedAt: new Date().toISOString(),
  screeningId: crypto.randomUUID(),
  outcome: 'clear',
  reason: '',
  hits: [],
  payload: { record: { status: 'Completed' } },
});
