import type { Http } from '../http.ts';

/** Adds one endpoint to the server, with its access, limits, schema and handler; a few add several of one kind. */
export type AddRoute<Deps> = (http: Http, deps: Deps) => void;

/** Adds the endpoints of a domain. */
export function addRoutes<Deps>(http: Http, routes: readonly AddRoute<Deps>[], deps: NoInfer<Deps>): void {
  for (const addRoute of routes) addRoute(http, deps);
}
