// HEDDLE: strategy=dfs verdict=unsupported output="calls the kernel past the C library"
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  return (int)syscall(SYS_getppid);  // UNSUPPORTED
}
