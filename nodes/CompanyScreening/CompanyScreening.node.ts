// The node: what n8n shows of it, and one run over its input items.
import {
  NodeConnectionTypes,
  NodeOperationError,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';

import { testCredential } from './credentialTest';
import { findOperation, operationChoices, operationFields } from './operations';
import { outputsExpression, outputsOf, splitOf } from './output';
import { runItems } from './run';
import { stopError } from './stopError';
import { runSummary } from './summary';

export class CompanyScreening implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Company Screening',
    name: 'companyScreening',
    icon: {
      light: 'file:../../icons/companyScreening.svg',
      dark: 'file:../../icons/companyScreening.dark.svg',
    },
    group: ['transform'],
    version: 1,
    // From the operation's value, so that it need not name them all: "screenCompany" reads "Screen Company".
    subtitle:
      '={{ $parameter["operation"].replace(/([A-Z])/g, " $1").replace(/^./, (first) => first.toUpperCase()) + ({ Both: ": AML and PEP", Aml: ": AML", Pep: ": PEP" }[$parameter["screeningOption"]] ?? "") }}',
    description: 'Screen companies against AML and PEP watchlists, and request annual returns',
    defaults: { name: 'Company Screening' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: outputsExpression,
    credentials: [{ name: 'companyScreeningApi', required: true, testedBy: 'testCredential' }],
    properties: [
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        options: operationChoices,
        default: 'screenCompany',
      },
      ...operationFields,
    ],
  };

  methods = { credentialTest: { testCredential } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const operation = findOperation(this.getNodeParameter('operation', 0));
    if (!operation) throw new NodeOperationError(this.getNode(), 'Choose an operation in this node.');

    // Read before anything is sent: an expression that fails here must not lose what was paid for.
    const split = splitOf(this, operation);
    const run = await runItems(this, operation);
    if (run.stoppedBy && !this.continueOnFail()) throw stopError(this, operation, run, run.stoppedBy);

    this.addExecutionHints({ message: runSummary(operation, run), location: 'outputPane' });
    return outputsOf(this, operation, run, split);
  }
}
