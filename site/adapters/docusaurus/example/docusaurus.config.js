export default {
  title: "Handbook",
  url: "https://handbook.example",
  baseUrl: "/",
  customFields: { clocksweep: "https://lab.example/" },
  scripts: [{ src: "https://lab.example/embed.js", async: true }],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
};
