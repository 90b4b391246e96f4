// Pages of a workbook as a spreadsheet program prints them, one below the other, for a picture.
import type { PrintedPage } from '../../support/libreOffice';

/** Under the name of the file. Each page is shown down to a part of its height: what is below it is empty paper. */
export function pagesPicture(
  file: string,
  shown: ReadonlyArray<{ page: PrintedPage; height: number }>,
): string {
  const pages = shown.map(
    ({ page, height }) =>
      `<div style="height: ${height}px"><img src="data:image/png;base64,${page.picture.toString('base64')}"></div>`,
  );
  return `<style>
    body { margin: 0; background: #fff } main { width: ${WIDTH + 32}px; background: #e2e8f0; font: 600 15px system-ui, sans-serif }
    p { margin: 0; padding: 9px 16px; background: #15803d; color: #fff }
    div { margin: 12px 16px; overflow: hidden; background: #fff } div:last-child { margin-bottom: 0 }
    img { display: block; width: ${WIDTH}px }
  </style><main><p>${file}</p>${pages.join('')}<br></main>`;
}

// Two pixels of a page that was printed with 200 to the inch are one of the picture.
const WIDTH = 1_169;
