// A node for tests only: carries out statements on a register's tables, as a script says.
import {
  NodeConnectionTypes,
  sleep,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { openRegister } from '../../../nodes/CompanyScreening/register/dataTables/openRegister';
import { RegisterFailure, type Tables } from '../../../nodes/CompanyScreening/register/port/tables';
import { driverColumns, scriptSchema, type Outcome, type Step } from './script';

export class RegisterDriver implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Register Driver',
    name: 'registerDriver',
    group: ['transform'],
    version: 1,
    description: 'Carries out statements on the tables of a register',
    defaults: { name: 'Register Driver' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    properties: [
      { displayName: 'Script', name: 'script', type: 'string', noDataExpression: true, default: '' },
    ],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const script = scriptSchema.parse(JSON.parse(z.string().parse(this.getNodeParameter('script', 0))));
    let tables: Tables | undefined;
    const outcomes: Outcome[] = [];

    const carryOut = async (step: Step): Promise<Outcome> => {
      switch (step.do) {
        case 'open': {
          const opened = await openRegister(this, step.register, driverColumns);
          tables = opened.tables;
          return { isNew: opened.isNew };
        }
        case 'openAtOnce': {
          const opening = Array.from({ length: step.times }, () =>
            openRegister(this, step.register, driverColumns),
          );
          return { isNew: (await Promise.all(opening)).some(({ isNew }) => isNew) };
        }
        case 'run':
          return { reads: await tables?.run(step.statements) };
        case 'runUntil': {
          for (let second = 0; second < 60; second++) {
            const outcome = await carryOutOrFail({ do: 'run', statements: step.statements });
            if ((outcome.failure === undefined ? 'answer' : 'failure') === step.comes) return outcome;
            await sleep(1_000);
          }
          throw new Error(`No ${step.comes} came within a minute`);
        }
        case 'runWithoutWaiting':
          tables?.runWithoutWaiting(step.statements);
          return {};
      }
    };
    const carryOutOrFail = (step: Step): Promise<Outcome> =>
      carryOut(step).catch((error: unknown): Outcome => {
        if (!(error instanceof RegisterFailure)) throw error;
        return {
          failure: { problem: error.problem, message: error.message, description: error.description },
        };
      });
    for (const step of script) {
      const outcome = await carryOutOrFail(step);
      outcomes.push(outcome);
      // The result is logged as well, since n8n shows nothing of the node's result where it stops the workflow.
      this.logger.info(`Register Driver: ${JSON.stringify(outcome)}`);
    }
    return [[{ json: { outcomes: JSON.stringify(outcomes) } }]];
  }
}
