import { createHash } from 'node:crypto';

const SOURCE = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f8; --card: #ffffff; --line: #dfe2ea; --field: #8b92a5;
  --text: #171a24; --soft: #555c6e; --accent: #3f4bc4; --accent-strong: #333ea8; --on-accent: #ffffff;
  --tint: #eceefb; --bad: #a8201a; --on-bad: #ffffff; --bad-tint: #fdeeed; --note: #6b4a00; --note-tint: #fdf4dd;
  --shadow: 0 1px 2px rgb(23 26 36 / .05), 0 12px 32px -12px rgb(23 26 36 / .14);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1117; --card: #181b24; --line: #2b303d; --field: #767e93;
    --text: #eceef4; --soft: #a6adbf; --accent: #a9b1ff; --accent-strong: #c2c8ff; --on-accent: #12142b;
    --tint: #23283d; --bad: #ffb1ab; --on-bad: #3a1a1b; --bad-tint: #3a1a1b; --note: #f2cf86; --note-tint: #322712;
    --shadow: 0 0 0 1px #262b37, 0 16px 40px -16px rgb(0 0 0 / .6);
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere;
  font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif;
}
.page {
  display: flex; flex-direction: column; justify-content: center; gap: 1.25rem;
  min-height: 100vh; min-height: 100svh; max-width: 27rem; margin: 0 auto; padding: 2rem 1rem;
}
.page.wide { max-width: 46rem; justify-content: flex-start; }
.page.account {
  display: grid; grid-template-columns: 13rem minmax(0, 1fr); grid-template-rows: auto 1fr auto; align-items: start;
  gap: 1.25rem 2rem; max-width: 68rem;
}
.page.account > header, .page.account > footer { grid-column: 1 / -1; }
.side ul { display: grid; gap: .125rem; }
.side a {
  display: block; padding: .625rem .875rem; border-radius: 10px; color: var(--text); font-size: .9375rem; font-weight: 550;
  text-decoration: none;
}
.side a:hover { background: var(--tint); color: var(--text); }
.side a[aria-current] { background: var(--tint); color: var(--accent); }
.side details { display: none; }
summary { padding: .75rem 1rem; font-weight: 600; cursor: pointer; }
header { font-size: .9375rem; font-weight: 600; text-align: center; }
header .mark { color: var(--accent); vertical-align: top; }
.card { background: var(--card); border-radius: 16px; box-shadow: var(--shadow); padding: 2.25rem; }
footer { display: grid; gap: .5rem; color: var(--soft); font-size: .8125rem; text-align: center; }
footer p { display: flex; align-items: center; justify-content: center; gap: .375rem; margin: 0; }
.own { white-space: pre-line; overflow-wrap: anywhere; }
footer .own { display: block; }
.mark { flex: none; }
h1 { margin: 0; font-size: 1.5rem; font-weight: 650; line-height: 1.25; letter-spacing: -.015em; text-wrap: balance; }
p { margin: 1rem 0 0; }
.lead { margin-top: .5rem; color: var(--soft); text-wrap: pretty; }
.name { font-weight: 600; color: var(--text); }
.hint { margin-top: .5rem; color: var(--soft); font-size: .875rem; }
.aside { color: var(--soft); font-size: .9375rem; text-align: center; }
form + .aside { margin-top: 1.5rem; }
.aside + .aside { margin-top: .5rem; }
.logo { display: block; width: 3rem; height: 3rem; margin-bottom: 1.25rem; border-radius: 12px; object-fit: contain; }
.logo.letter {
  display: grid; place-items: center; background: var(--tint); color: var(--accent); font-size: 1.25rem; font-weight: 650;
}
.api { display: flex; align-items: center; gap: .625rem; }
.api .logo { flex: none; width: 2rem; height: 2rem; margin: 0; border-radius: 8px; }
.icon {
  display: block; margin-bottom: 1.25rem; padding: .625rem; border-radius: 50%; background: var(--tint);
  color: var(--accent); fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round;
}
.icon.warning { background: var(--note-tint); color: var(--note); }
form { margin-top: 1.75rem; }
[hidden] { display: none !important; }
button + .passkey button { margin-top: .75rem; }
.field { margin-top: 1.125rem; }
form > .field:first-of-type { margin-top: 0; }
label { display: block; margin-bottom: .375rem; font-size: .9375rem; font-weight: 550; }
input:not([type=hidden]) {
  display: block; width: 100%; min-height: 2.875rem; padding: .5rem .8125rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--field); border-radius: 10px;
}
input:hover { border-color: var(--soft); }
input[readonly] { background: var(--ground); border-color: var(--line); color: var(--soft); }
input[aria-invalid] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
input.code { font-size: 1.125rem; letter-spacing: .12em; font-variant-numeric: tabular-nums; }
button, .button {
  display: flex; align-items: center; justify-content: center; width: 100%; min-height: 2.875rem; margin-top: 1.75rem;
  padding: .5rem .75rem; font: inherit; font-weight: 600; line-height: 1.3; text-align: center; text-decoration: none;
  color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 10px; cursor: pointer;
}
button:hover, .button:hover { background: var(--accent-strong); color: var(--on-accent); }
.plain, .plain:hover {
  width: auto; min-height: 2.25rem; margin: .75rem auto 0; color: var(--accent); background: none; font-weight: 500;
}
.plain:hover { text-decoration: underline; }
.check { display: flex; align-items: center; gap: .625rem; margin-top: 1.125rem; }
.check label { margin: 0; font-weight: 400; }
.check input[type=checkbox] { flex: none; width: 1.25rem; min-height: 1.25rem; height: 1.25rem; accent-color: var(--accent); }
.terms {
  max-height: 12rem; margin-top: 1.125rem; padding: .75rem 1rem; overflow: auto; border: 1px solid var(--line);
  border-radius: 10px; color: var(--soft); font-size: .875rem; white-space: pre-wrap;
}
.help { margin-top: 1.25rem; color: var(--soft); font-size: .9375rem; }
.help summary { padding: .375rem 0; }
.quiet { color: var(--text); background: transparent; border-color: var(--field); }
.quiet:hover { color: var(--text); background: var(--tint); border-color: var(--soft); }
.danger { color: var(--on-bad); background: var(--bad); }
.danger:hover { color: var(--on-bad); background: var(--bad); text-decoration: underline; }
button + button { margin-top: .75rem; }
.choice { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
.choice.stacked { grid-template-columns: 1fr; }
.choice button, .choice .button { margin-top: 0; }
nav.choice { margin-top: 1.75rem; }
.account { justify-content: flex-start; gap: .875rem; padding: .75rem; text-align: start; }
.account .logo { flex: none; width: 2.5rem; height: 2.5rem; margin: 0; border-radius: 50%; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
input:focus-visible { outline-width: 2px; outline-offset: 1px; border-color: var(--accent); }
.alert, .note { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: 10px; font-size: .9375rem; }
.alert { color: var(--bad); background: var(--bad-tint); border-left: 3px solid currentColor; }
.note { margin: 1.25rem 0 0; color: var(--note); background: var(--note-tint); }
.note + button, p + .choice { margin-top: 1.25rem; }
ul { margin: 0; padding: 0; list-style: none; }
.scopes { margin-top: .75rem; border: 1px solid var(--line); border-radius: 12px; }
.scopes li { position: relative; padding: .75rem 1rem .75rem 2.75rem; font-weight: 550; }
.scopes li + li { border-top: 1px solid var(--line); }
.scopes li::before {
  content: ""; position: absolute; left: 1.125rem; top: 1.05rem; width: .4rem; height: .75rem;
  border: solid var(--accent); border-width: 0 2px 2px 0; transform: rotate(42deg);
}
.scopes .choosable { padding-left: .875rem; }
.scopes .choosable::before { content: none; }
.scopes .check { margin: 0; }
.scopes .check label { font-weight: 550; }
.scopes small { display: block; color: var(--soft); font-size: .875rem; font-weight: 400; }
.facts {
  display: grid; grid-template-columns: auto 1fr; gap: .5rem 1rem; margin: 1.5rem 0 0; padding: .875rem 1rem;
  border-radius: 10px; background: var(--ground); font-size: .875rem;
}
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
code { font: .9375em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
.menu { margin-top: 1.5rem; border-top: 1px solid var(--line); }
.menu li { border-bottom: 1px solid var(--line); }
.menu a {
  display: flex; align-items: center; justify-content: space-between; padding: .875rem .25rem; color: var(--text);
  font-weight: 550; text-decoration: none;
}
.menu a::after {
  content: ""; width: .5rem; height: .5rem; margin-right: .25rem; border: solid var(--soft);
  border-width: 2px 2px 0 0; transform: rotate(45deg);
}
.menu small { display: block; color: var(--soft); font-size: .875rem; font-weight: 400; }
.menu a:hover { color: var(--accent); }
.sessions { border-top: 1px solid var(--line); }
.sessions li {
  display: grid; grid-template-columns: 1fr auto; align-items: center; gap: .125rem 1rem; padding: .875rem 0;
  border-bottom: 1px solid var(--line); font-size: .875rem; color: var(--soft);
}
.sessions strong { font-size: 1rem; font-weight: 550; color: var(--text); }
.sessions span, .sessions strong { grid-column: 1; }
.sessions button, .sessions em {
  grid-column: 2; grid-row: 1 / span 3; width: auto; min-height: 2.5rem; margin: 0; font-size: .875rem; font-style: normal;
}
.mails, .codes { margin-top: 1.5rem; border-top: 1px solid var(--line); }
.mails li, .codes li {
  display: grid; grid-template-columns: 1fr auto; gap: .125rem 1rem; padding: .875rem 0;
  border-bottom: 1px solid var(--line); font-size: .875rem; color: var(--soft);
}
.mails a { grid-column: 1 / -1; font-size: 1rem; font-weight: 550; }
.codes strong { font-weight: 550; color: var(--text); }
.codes span { grid-column: 1 / -1; }
.codes li:target { margin: 0 -1rem; padding: .875rem 1rem; background: var(--tint); }
.empty { padding: 2rem 1rem; border: 1px dashed var(--line); border-radius: 12px; text-align: center; color: var(--soft); }
.letter-text {
  margin-top: 1.5rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px; white-space: pre-wrap;
}
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.125rem 1.5rem; }
.fields .field { margin: 0; }
.page.account form:has(.fields) { max-width: none; }
h2 { margin: 2rem 0 1rem; font-size: 1.125rem; font-weight: 650; line-height: 1.3; }
select, textarea {
  display: block; width: 100%; min-height: 2.875rem; padding: .5rem .8125rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--field); border-radius: 10px;
}
select[aria-invalid], textarea[aria-invalid] { border-color: var(--bad); }
.fault { margin-top: .5rem; color: var(--bad); font-size: .875rem; font-weight: 550; }
.note.done { color: var(--accent); background: var(--tint); }
.history { margin-top: 1.5rem; border-top: 1px solid var(--line); }
.history li {
  display: grid; grid-template-columns: minmax(0, 1fr) 14rem; gap: .125rem 1rem; padding: .75rem 0;
  border-bottom: 1px solid var(--line); font-size: .875rem; color: var(--soft);
}
.history strong { font-size: .9375rem; font-weight: 550; color: var(--text); }
.history time { grid-column: 2; text-align: end; }
.history span { grid-column: 1; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .875rem; margin-top: 1.75rem; }
.tiles a {
  display: block; height: 100%; padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: 12px;
  color: var(--text); font-weight: 600; text-decoration: none;
}
.tiles a:hover { border-color: var(--accent); color: var(--accent); }
.tiles small { display: block; margin-top: .25rem; color: var(--soft); font-size: .875rem; font-weight: 400; }
.page.account form { max-width: 30rem; }
.page.account form:has(.sessions) { max-width: none; }
.page.account form > button { width: auto; min-width: 12rem; }
.page.account form > .plain { min-width: 0; margin-inline: 0; padding-inline: 0; }
.page.account .menu { max-width: 36rem; }
.setup { display: flex; flex-wrap: wrap; align-items: center; gap: 1.25rem 2rem; margin-top: 1.5rem; }
.setup img { flex: none; width: 12.5rem; height: 12.5rem; border-radius: 12px; background: #fff; }
.setup > div { flex: 1 1 16rem; }
.setup p:first-child { margin-top: 0; }
.secret, .backup-codes { font-size: 1.0625rem; user-select: all; -webkit-user-select: all; }
.secret { display: inline-block; margin-top: .5rem; padding: .375rem .75rem; border-radius: 8px; background: var(--ground); }
.backup-codes {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .5rem 1.5rem; max-width: 36rem;
  margin: 1.5rem 0 0; padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-radius: 12px; background: var(--ground);
}
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
.actions .button { width: auto; margin: 0; padding-inline: 1.25rem; }
@media (max-width: 52rem) {
  .page.account { display: flex; justify-content: flex-start; max-width: 46rem; align-items: stretch; }
  .side .open { display: none; }
  .side details { display: block; background: var(--card); border-radius: 12px; box-shadow: var(--shadow); }
  .side details nav { padding: 0 .5rem .75rem; }
}
@media (max-width: 30rem) {
  .page.account form > button, .actions .button { width: 100%; }
  .sessions li { grid-template-columns: 1fr; }
  .sessions button, .sessions em { grid-column: 1; grid-row: auto; justify-self: start; }
  .sessions button { min-height: 2.25rem; margin-top: .5rem; }
  .page { justify-content: flex-start; padding: 1.25rem .75rem; }
  .card { padding: 1.5rem 1.25rem; }
  .mails li, .codes li, .history li { grid-template-columns: 1fr; }
  .history time { grid-column: 1; text-align: start; }
}
@media (max-width: 22rem) { .choice { grid-template-columns: 1fr; } .choice:not(.stacked) button:last-child { order: -1; } }
@media (prefers-reduced-motion: no-preference) {
  a, button, .button, input { transition: background-color .12s, border-color .12s, color .12s; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; --card: #fff; --text: #000; --soft: #333; --line: #999; }
  .side, .actions, footer, .page.account form { display: none; }
  .page, .page.account { display: block; min-height: 0; max-width: none; padding: 0; }
  .card { box-shadow: none; padding: 1rem 0; }
}
@media (forced-colors: active) { .card { border: 1px solid; } .button { border-color: currentColor; } }
`;

/** The stylesheet, inline in every page. */
export const STYLE = SOURCE.replaceAll(/\s+/g, ' ').trim();

/** The source expression by which a Content-Security-Policy allows `STYLE` and nothing else. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;
