// The page on which a person sees what Forget Company would delete, and decides. n8n's form takes its fields as JSON.
import { formJson, html, table } from '../shared/html';

interface ForgetPage {
  key: string;
  names: readonly string[];
  facts: Record<'decisions' | 'hits' | 'lastScreened' | 'openCases' | 'screenings', number | string | null>;
  /** What follows from it, in sentences. */
  notices: readonly string[];
  staysElsewhere: readonly string[];
}

/** The names of the answers are `companyKey`, `reason` and `action`. Open cases are decided first: then there is nothing to choose. */
export function forgetForm({ key, names, facts, notices, staysElsewhere }: ForgetPage): string {
  const canGo = facts.openCases === 0;
  const page = html`${table([
      ['Company key', key],
      ['Names', [...names].sort().join('; ')],
      ['Screenings', facts.screenings],
      ['Hits', facts.hits],
      ['Decisions', facts.decisions],
      ['Last screened (UTC)', facts.lastScreened],
    ])}
    ${notices.map((notice) => html`<p>${notice}</p>`)}
    <p>What this register does not hold stays:</p>
    <ul>
      ${staysElsewhere.map((one) => html`<li>${one}</li>`)}
    </ul>`;
  const actions = canGo ? [FORGET, KEEP] : [KEEP];
  return formJson([
    { fieldType: 'html', elementName: 'plan', html: page.html },
    { fieldType: 'hiddenField', fieldName: 'companyKey', fieldValue: key },
    ...(canGo
      ? [
          {
            fieldType: 'textarea',
            fieldName: 'reason',
            fieldLabel: 'Reason. It stays in the register: name no customer',
            placeholder: 'Request 17',
            requiredField: true,
          },
        ]
      : []),
    {
      fieldType: 'radio',
      fieldName: 'action',
      fieldLabel: canGo ? 'Forget this company? What is deleted cannot be restored' : 'What now?',
      requiredField: true,
      fieldOptions: { values: actions.map((option) => ({ option })) },
      ...(canGo ? {} : { defaultValue: KEEP }),
    },
  ]);
}

const FORGET = 'Forget it';
const KEEP = 'Keep it';
