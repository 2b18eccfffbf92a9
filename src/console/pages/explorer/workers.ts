import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker';
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker';
import GraphqlWorker from 'monaco-graphql/esm/graphql.worker.js?worker';

const WORKERS: Readonly<Record<string, new () => Worker>> = { json: JsonWorker, graphql: GraphqlWorker };

/** Tells the editor its workers. Otherwise it would do their work in the page. */
export function provideWorkers(): void {
  window.MonacoEnvironment = { getWorker: (_id, label) => new (WORKERS[label] ?? EditorWorker)() };
}
