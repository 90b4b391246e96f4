import type { Mistake } from '../mistake';
import { FLOW_CONTROL } from './flowControl';
import { CREDENTIALS } from './credentials';
import { DESK } from './desk';
import { LISTS } from './lists';
import { NAMES } from './names';
import { OUTPUT } from './output';
import { REGISTER } from './register';
import { RUN } from './run';
import { RUN_OF_REGISTER } from './runOfRegister';
import { SCREEN_COMPANY } from './screenCompany';
import { SERVICE } from './service';
import { TRANSPORT } from './transport';

export const MISTAKES: readonly Mistake[] = [
  ...NAMES,
  ...SERVICE,
  ...TRANSPORT,
  ...FLOW_CONTROL,
  ...RUN,
  ...RUN_OF_REGISTER,
  ...SCREEN_COMPANY,
  ...OUTPUT,
  ...DESK,
  ...LISTS,
  ...REGISTER,
  ...CREDENTIALS,
];
