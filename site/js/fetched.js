// Files of the site that a page fetches when its reader reaches for them, or the
// reason in words why one is not there.

export async function fetched(url) {
  let response;
  try {
    response = await fetch(url);
  } catch {
    throw new Error("the network does not answer");
  }
  if (response.status === 404) throw new Error(await gone());
  if (!response.ok) throw new Error(`the server answers ${response.status} ${response.statusText} for ${url}`);
  return response;
}

// gone is for a file that this page names and the host does not have any more.
async function gone() {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => {});
  registration?.update().catch(() => {}); // which offers the newer version
  return "the site was renewed after this page was loaded; reload the page";
}

// compile compiles a WebAssembly program while it arrives.
export async function compile(url) {
  const response = await fetched(url);
  const type = response.headers.get("Content-Type") || "";
  try {
    if (WebAssembly.compileStreaming && type.startsWith("application/wasm")) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) throw error;
    throw new Error("the network broke off"); // else the program has come whole
  }
}

// script loads a module. A browser remembers one that failed, so another try has to
// ask for it under another name.
export async function script(url) {
  try {
    return await import(url);
  } catch {
    await fetched(url); // or fails with the reason
  }
  try {
    return await import(`${url}#${++tries}`);
  } catch (error) {
    throw error instanceof TypeError ? new Error("the network broke off") : error;
  }
}

let tries = 0;
