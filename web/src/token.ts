/** The token of a server that wants one, kept for this tab only. */
const KEY = "mulrel-token";

export function knownToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export function rememberToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}
