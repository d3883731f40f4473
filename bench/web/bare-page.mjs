// The baseline for a page's largest contentful paint: its texts and its picture, without web fonts and scripts.
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

/** Makes the bare page of `url` and serves it; `close` stops the server. */
export async function serveBarePage(url) {
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const main = /<main\b[^>]*>(.*)<\/main>/s.exec(html)?.[1];
  const picture = /<img\b[^>]*\bsrc="([^"]+)"/.exec(main ?? '')?.[1];
  if (main === undefined || picture === undefined) throw new Error(`the HTML of ${url} has no <main> with a picture`);
  const answer = await fetch(new URL(picture, url));
  const type = answer.headers.get('content-type') ?? 'image/jpeg';
  const bytes = Buffer.from(await answer.arrayBuffer());
  const page = brotliCompressSync(barePage(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '', textsOf(main)));
  const server = createServer(({ url: path }, response) => {
    if (path === '/picture') response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
    else if (path === '/')
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'content-length': page.length })
        .end(page);
    else response.writeHead(404).end();
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The texts between the tags of a piece of HTML, in its order. */
function textsOf(markup) {
  return markup
    .replace(/<(svg|script|style|noscript)\b.*?<\/\1>/gs, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function barePage(title, texts) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{margin:1.25rem;font:1rem/1.5 system-ui,sans-serif}img{display:block;width:100%;aspect-ratio:16/9;object-fit:cover}</style>
<h1>${texts[0] ?? ''}</h1><img src="/picture" alt="">${texts.slice(1).map((text) => `<p>${text}</p>`).join('')}`;
}
