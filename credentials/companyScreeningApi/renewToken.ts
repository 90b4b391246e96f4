// Obtains an access token for n8n to keep.
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readSettings } from '../../nodes/CompanyScreening/service/settings';
import { obtainToken, type PostForm } from '../../nodes/CompanyScreening/service/token';
import { tokenFields, HeldToken } from '../../nodes/CompanyScreening/transport/heldToken';

/**
 * Gives the fields of the credential that change.
 *
 * @throws TokenExchangeError, SettingsError
 */
export async function renewToken(
  credential: ICredentialDataDecryptedObject,
  port: { postForm: PostForm; now: () => number },
): Promise<ReturnType<typeof tokenFields>> {
  const settings = readSettings(credential);
  return tokenFields(await obtainToken(settings, new HeldToken(credential).unwanted, port));
}
