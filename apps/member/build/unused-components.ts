import type { Plugin } from 'vite';

const ROUTER = /[\\/]node_modules[\\/]react-router[\\/]/;
const CALL = /= (React\$?\d*\.(?:forwardRef|memo|createContext)\()/g;
const NAME = /^\w+\.displayName = "\w+(?:\.\w+)?";$/gm;

/**
 * Lets the build leave out components of React Router that nothing imports: marks their creation as free of side
 * effects, and removes their names for debugging. Without it, forms and prefetching stay in the chunk of each page.
 */
export function leaveOutUnusedComponents(): Plugin {
  return {
    name: 'tercet-unused-components',
    apply: 'build',
    transform(code, id) {
      if (!ROUTER.test(id)) return null;
      return { code: code.replace(CALL, '= /* @__PURE__ */ $1').replace(NAME, ''), map: null };
    },
  };
}
