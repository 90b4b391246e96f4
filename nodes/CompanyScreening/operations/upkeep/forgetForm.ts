// The second page of a form that forgets a customer: what would go, and what a person agrees to.
import { compact } from '../../names/plainText';
import { formJson, html, radioField, table, toTheSecond } from '../shared/html';

/** The answer that a true match goes too. Forget Company takes it as Even With Open Cases. */
export const FORGET_MATCH = 'Forget the true match too';

interface ForgetPage {
  key: string;
  names: readonly string[];
  facts: Record<'decisions' | 'hits' | 'openCases' | 'screenings' | 'trueMatches', number> & {
    lastScreened: string | null;
  };
  /** The consequences, in sentences. */
  notices: readonly string[];
  staysElsewhere: readonly string[];
}

/**
 * The names of the answers are `companyKey`, `reason`, `action` and, where a true match goes too, `trueMatch`. Open cases are decided
 * first: until then there is nothing to choose.
 */
export function forgetForm({ key, names, facts, notices, staysElsewhere }: ForgetPage): string {
  const canGo = facts.openCases === 0;
  const page = html`${table([
      ['Company key', key],
      ['Names', [...names].sort().join('; ')],
      ['Screenings', facts.screenings],
      ['Hits', facts.hits],
      ['Decisions', facts.decisions],
      ['Last screened (UTC)', facts.lastScreened && toTheSecond(facts.lastScreened)],
    ])}
    ${notices.map((notice) => html`<p>${notice}</p>`)}
    <p>What this register does not hold stays:</p>
    <ul>
      ${staysElsewhere.map((one) => html`<li>${one}</li>`)}
    </ul>`;
  const fields = compact(
    { fieldType: 'html', elementName: 'plan', html: page.html },
    { fieldType: 'hiddenField', fieldName: 'companyKey', fieldValue: key },
    canGo && {
      fieldType: 'textarea',
      fieldName: 'reason',
      fieldLabel: 'Reason. It stays in the register: name no customer',
      placeholder: 'Request 17',
      requiredField: true,
    },
    canGo &&
      facts.trueMatches > 0 &&
      radioField('trueMatch', 'Forget also that this company is a true match?', [FORGET_MATCH, KEEP_MATCH]),
    canGo
      ? radioField('action', 'Forget this company? What is deleted cannot be restored', [FORGET, KEEP])
      : radioField('action', 'What now?', [KEEP]),
  );
  return formJson(fields);
}

const KEEP_MATCH = 'Keep the true match';
const FORGET = 'Forget it';
const KEEP = 'Keep it';
