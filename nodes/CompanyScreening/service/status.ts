// HTTP statuses.

/** Whether the status says that the request succeeded. The interface does not show which of them it uses. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
