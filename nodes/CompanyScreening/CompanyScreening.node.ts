// CompanyScreening/: what n8n loads. The folders beside this file are its layers; docs/design/architecture.md says what lives in each. Only what
// binds them together is here.
//
// The node: its description, and one run over its input items.
import {
  NodeConnectionTypes,
  NodeOperationError,
  sleep,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';

import { createSleep, Cancellation, systemClock } from './flowControl/time';
import { builderHint } from './builderHint';
import { choiceFields, findOperation, hiddenForLocal, operationFields, OPERATIONS } from './operations';
import type {
  LocalTools,
  LocalOperation,
  LocalResult,
  Operation,
  RequestOperation,
  TestOperation,
} from './operations/shared/operation';
import { toNodeError } from './output/errors';
import { dryRunOutputs, outputsOf, splitOf, type OutputPlan } from './output/output';
import { outputsExpression, PLAIN, presentationOf } from './output/presentation';
import { runHint } from './output/runHint';
import { stopError } from './output/stopError';
import { summaryOf } from './output/summaryItem';
import { findRegister, lookForRegister, openRegister } from './register/dataTables/openRegister';
import { COLUMNS } from './register/rows/columns';
import { nothingSent, type RunResult } from './run/state/itemState';
import { runLocally } from './run/local';
import { CircuitBreakers } from './run/state/outage';
import { refuseFixedExpressions } from './run/parameterChecks';
import { runItems, type RunPorts } from './run/run';
import { countRun, countStates } from './run/state/runCounts';
import { runTest } from './run/testing';

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
    // A literal, because n8n's lint requires one. The name is derived from the operation's value ("screenCompany" becomes
    // "Screen Company"); only an operation with a different name is listed here.
    subtitle:
      '={{ ({ getFromRegister: "Get Many", markAsReported: "Mark as Reported" }[$parameter["operation"]] ?? $parameter["operation"].replace(/([A-Z])/g, " $1").replace(/^./, (first) => first.toUpperCase())) + ({ Both: ": AML and PEP", Aml: ": AML", Pep: ": PEP" }[$parameter["screeningOption"]] ?? "") }}',
    description: 'Screen companies against AML and PEP watchlists, and request annual returns',
    defaults: { name: 'Company Screening' },
    usableAsTool: true,
    builderHint,
    inputs: [NodeConnectionTypes.Main],
    outputs: outputsExpression(OPERATIONS),
    credentials: [{ name: 'companyScreeningApi', required: true, displayOptions: { hide: hiddenForLocal } }],
    properties: [...choiceFields, ...operationFields],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await executeNode(this, inN8n);
  }
}

const time = { ...systemClock, sleep, random: () => Math.random() };
const inN8n: RunPorts = {
  time,
  breakers: new CircuitBreakers(time),
  openRegister: (context, register) => openRegister(context, register, COLUMNS),
  findRegister: (context, register) => findRegister(context, register, COLUMNS),
  lookForRegister: (context, register) => lookForRegister(context, register, COLUMNS),
};

/** One run over the input items. */
export async function executeNode(
  context: IExecuteFunctions,
  ports: RunPorts,
): Promise<INodeExecutionData[][]> {
  const operation = findOperation(context.getNodeParameter('operation', 0));
  if (!operation) throw new NodeOperationError(context.getNode(), 'Choose an operation in this node.');
  switch (operation.kind) {
    case 'local':
      return await performItems(context, operation, ports, (n8n) => runLocally(operation, n8n));
    case 'test':
      return await performItems(context, operation, ports, (n8n) => runTest(operation, n8n, ports));
    case 'request':
      return await sendRequests(context, operation, ports);
  }
}

async function sendRequests(
  context: IExecuteFunctions,
  operation: RequestOperation,
  ports: RunPorts,
): Promise<INodeExecutionData[][]> {
  const { run, givenOut } = await runOnce(context, operation, () => runItems(context, operation, ports));
  if (run.stoppedBy && !context.continueOnFail()) throw stopError(context, operation, run, run.stoppedBy);
  if (run.dryRun) {
    context.addExecutionHints({ message: run.dryRun.explanation, location: 'outputPane' });
    return dryRunOutputs(context, operation, run, givenOut);
  }
  const counts = countRun(run);
  context.addExecutionHints({ message: runHint(operation, run, counts), location: 'outputPane' });
  const summarise = (firstError: IDataObject | undefined) => summaryOf(operation, run, firstError);
  return outputsOf(context, operation, run, { ...givenOut, summarise, counts });
}

async function performItems(
  context: IExecuteFunctions,
  operation: LocalOperation | TestOperation,
  { findRegister, time }: RunPorts,
  perform: (n8n: LocalTools) => Promise<RunResult<LocalResult>>,
): Promise<INodeExecutionData[][]> {
  const n8n: LocalTools = {
    context,
    findRegister: (name) => findRegister(context, name),
    now: time.epochMs,
    sleep: createSleep(new Cancellation(context.getExecutionCancelSignal()), time.sleep),
  };
  const { run, givenOut } = await runOnce(context, operation, () => perform(n8n));
  if (run.stoppedBy && !context.continueOnFail()) {
    const { itemIndex, error } = run.stoppedBy;
    const subject = run.items[itemIndex]?.subject;
    throw toNodeError(error, { node: context.getNode(), itemIndex, subject });
  }
  context.addExecutionHints({
    message: runHint(operation, run, countStates(run.items)),
    location: 'outputPane',
  });
  return outputsOf(context, operation, run, givenOut);
}

/** Settles how the items are given out before anything is sent: those that have nowhere to go must not be paid for. */
async function runOnce<Done>(
  context: IExecuteFunctions,
  operation: Operation,
  run: () => Promise<RunResult<Done>>,
): Promise<{ run: RunResult<Done>; givenOut: OutputPlan }> {
  let givenOut: OutputPlan;
  try {
    refuseFixedExpressions(context, operation);
    givenOut = {
      split: splitOf(context, operation),
      presentation: presentationOf(context, operation),
    };
  } catch (error) {
    const inOneOutput = { split: undefined, presentation: PLAIN };
    return { run: nothingSent(context.getInputData().length, error), givenOut: inOneOutput };
  }
  return { run: await run(), givenOut };
}
