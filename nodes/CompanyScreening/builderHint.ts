// Hints about the node for n8n's AI builders, beside its parameters. A test builds a workflow from the pattern.
import type { IBuilderHint } from 'n8n-workflow';

/** A screening of a list as n8n's workflow SDK writes it; it stands between a trigger and the next node. */
const SCREEN_A_LIST = `const screenCompanies = node({
  type: 'n8n-nodes-company-screening.companyScreening',
  version: 1,
  config: {
    name: 'Company Screening',
    parameters: {
      resource: 'company',
      operation: 'screenCompany',
      companyName: expr('{{ $json.company }}'),
      screeningOption: 'Both',
      output: { itemsPer: 'company', outputs: 'byOutcome' },
      keepInRegister: true,
      companyKey: expr('{{ $json.customerNumber }}'),
      options: { maxCompanies: 500 },
    },
    credentials: { companyScreeningApi: newCredential('Company Screening API') },
    output: [{ outcome: 'hit', reason: null, companyName: 'Example Trading Ltd', totalHits: 1 }],
  },
});`;

export const builderHint: IBuilderHint = {
  searchHint:
    'Screens companies (not persons) against AML and PEP watchlists. The field "outcome" is "clear" only if the service found nothing; "hit", "review" and "error" are not clear, and need a person. Never treat a missing item or an empty output as clear. Every screening is paid for: switch keepInRegister on, so that nothing is sent twice, leave Retry On Fail off, and set options.maxCompanies. Three outputs (output.outputs "byOutcome") are Hits, Clear and Review, in this order: connect all of them.',
  relatedNodes: [
    {
      nodeType: 'n8n-nodes-base.readWriteFile',
      relationHint:
        'Gives the file for the operation readCompanyList, which makes an item of each row of a list',
    },
    {
      nodeType: 'n8n-nodes-base.formTrigger',
      relationHint: 'Takes one company, or a file with a list, from a person',
    },
  ],
  extraTypeDefContent: [
    {
      displayOptions: { show: { resource: ['company'], operation: ['screenCompany'] } },
      content: `<patterns>
<pattern title="Screen a list: three outputs, nothing paid for twice">
${SCREEN_A_LIST}
</pattern>
</patterns>`,
    },
  ],
};
