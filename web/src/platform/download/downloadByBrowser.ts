/**
 * Lets the browser download a URL of this server. It sends no bearer token, so the URL must be signed or public. After an
 * error the page stays as it is, and the browser says that the download has failed.
 */
export function downloadByBrowser(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.rel = 'noopener';
  link.click();
}
