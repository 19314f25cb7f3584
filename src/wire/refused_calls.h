// SPDX-License-Identifier: Apache-2.0
//
// The functions that would leave Heddle's control: they make processes, wait for somebody outside, deliver signals,
// change the world outside, or synchronise threads in a way that is not modelled. The pass warns about calls of
// them; called while executing, they end the execution with their name, their reason and the line of the call (exit
// 12); natively, and before main, they are the real functions. Part of the table of library_calls.h.
#pragma once

#define HEDDLE_NEW_PROCESS "creates a process or replaces this one, which Heddle cannot follow"
#define HEDDLE_WAITS_OUTSIDE "may wait for something outside the program, which no schedule can decide"
#define HEDDLE_SIGNALS "depends on signals, which are not modelled"
#define HEDDLE_CANCELLATION "cancellation of threads is not modelled"
#define HEDDLE_ROBUST "robust mutexes are not modelled"
#define HEDDLE_CEILING "priority ceilings are not modelled"
#define HEDDLE_NAMED "named semaphores belong to several processes; use sem_init"
#define HEDDLE_UNSEEN "would read or change memory of the program behind Heddle's back"
#define HEDDLE_OUTSIDE "changes the world outside the program, and the next execution would find it changed"
#define HEDDLE_OTHERS "shares memory or messages with other processes, which change on their own"
#define HEDDLE_CONTEXT "switches stacks behind the scheduler's back"
#define HEDDLE_DESCRIPTORS "closes descriptors that the program did not open"
#define HEDDLE_ADDRESSES "changes the address space, which is not restored between executions"

// clang-format off
// X(function, reason)
#define HEDDLE_REFUSED_CALLS(X)                                                                                       \
  X(sigset, HEDDLE_SIGNALS) X(sighold, HEDDLE_SIGNALS) X(sigrelse, HEDDLE_SIGNALS) X(sigignore, HEDDLE_SIGNALS)     \
  X(sigpause, HEDDLE_SIGNALS) X(sigblock, HEDDLE_SIGNALS) X(sigsetmask, HEDDLE_SIGNALS)                             \
  X(siggetmask, HEDDLE_SIGNALS) X(sigstack, HEDDLE_SIGNALS) X(siginterrupt, HEDDLE_SIGNALS)                         \
  X(personality, HEDDLE_OUTSIDE) X(unshare, HEDDLE_OUTSIDE) X(setns, HEDDLE_OUTSIDE) X(setfsuid, HEDDLE_OUTSIDE)    \
  X(setfsgid, HEDDLE_OUTSIDE) X(setregid, HEDDLE_OUTSIDE) X(setreuid, HEDDLE_OUTSIDE) X(setresgid, HEDDLE_OUTSIDE)  \
  X(setresuid, HEDDLE_OUTSIDE) X(setgroups, HEDDLE_OUTSIDE) X(initgroups, HEDDLE_OUTSIDE)                           \
  X(close_range, HEDDLE_DESCRIPTORS) X(closefrom, HEDDLE_DESCRIPTORS)                                               \
  X(fork, HEDDLE_NEW_PROCESS) X(vfork, HEDDLE_NEW_PROCESS) X(_Fork, HEDDLE_NEW_PROCESS)                             \
  X(clone, HEDDLE_NEW_PROCESS) X(execve, HEDDLE_NEW_PROCESS) X(execv, HEDDLE_NEW_PROCESS)                           \
  X(execvp, HEDDLE_NEW_PROCESS) X(execvpe, HEDDLE_NEW_PROCESS) X(execl, HEDDLE_NEW_PROCESS)                         \
  X(execlp, HEDDLE_NEW_PROCESS) X(execle, HEDDLE_NEW_PROCESS) X(fexecve, HEDDLE_NEW_PROCESS)                        \
  X(execveat, HEDDLE_NEW_PROCESS) X(posix_spawn, HEDDLE_NEW_PROCESS) X(posix_spawnp, HEDDLE_NEW_PROCESS)            \
  X(system, HEDDLE_NEW_PROCESS) X(popen, HEDDLE_NEW_PROCESS) X(daemon, HEDDLE_NEW_PROCESS)                          \
  X(forkpty, HEDDLE_NEW_PROCESS)                                                                                    \
  X(select, HEDDLE_WAITS_OUTSIDE) X(pselect, HEDDLE_WAITS_OUTSIDE) X(ppoll, HEDDLE_WAITS_OUTSIDE)                   \
  X(poll, HEDDLE_WAITS_OUTSIDE) X(epoll_wait, HEDDLE_WAITS_OUTSIDE) X(epoll_pwait, HEDDLE_WAITS_OUTSIDE)            \
  X(epoll_pwait2, HEDDLE_WAITS_OUTSIDE) X(accept, HEDDLE_WAITS_OUTSIDE) X(accept4, HEDDLE_WAITS_OUTSIDE)            \
  X(connect, HEDDLE_WAITS_OUTSIDE) X(recv, HEDDLE_WAITS_OUTSIDE) X(recvfrom, HEDDLE_WAITS_OUTSIDE)                  \
  X(recvmsg, HEDDLE_WAITS_OUTSIDE) X(recvmmsg, HEDDLE_WAITS_OUTSIDE) X(send, HEDDLE_WAITS_OUTSIDE)                  \
  X(sendto, HEDDLE_WAITS_OUTSIDE) X(sendmsg, HEDDLE_WAITS_OUTSIDE) X(sendmmsg, HEDDLE_WAITS_OUTSIDE)                \
  X(eventfd_read, HEDDLE_WAITS_OUTSIDE) X(eventfd_write, HEDDLE_WAITS_OUTSIDE)                                      \
  X(getaddrinfo, HEDDLE_WAITS_OUTSIDE) X(gethostbyname, HEDDLE_WAITS_OUTSIDE)                                       \
  X(msgrcv, HEDDLE_WAITS_OUTSIDE) X(msgsnd, HEDDLE_WAITS_OUTSIDE) X(semop, HEDDLE_WAITS_OUTSIDE)                    \
  X(semtimedop, HEDDLE_WAITS_OUTSIDE) X(mq_receive, HEDDLE_WAITS_OUTSIDE) X(mq_timedreceive, HEDDLE_WAITS_OUTSIDE)  \
  X(mq_send, HEDDLE_WAITS_OUTSIDE) X(mq_timedsend, HEDDLE_WAITS_OUTSIDE) X(wait, HEDDLE_WAITS_OUTSIDE)              \
  X(waitpid, HEDDLE_WAITS_OUTSIDE) X(waitid, HEDDLE_WAITS_OUTSIDE) X(wait3, HEDDLE_WAITS_OUTSIDE)                   \
  X(wait4, HEDDLE_WAITS_OUTSIDE) X(flock, HEDDLE_WAITS_OUTSIDE) X(lockf, HEDDLE_WAITS_OUTSIDE)                      \
  X(aio_read, HEDDLE_WAITS_OUTSIDE) X(aio_write, HEDDLE_WAITS_OUTSIDE) X(aio_suspend, HEDDLE_WAITS_OUTSIDE)         \
  X(sigwait, HEDDLE_SIGNALS) X(sigwaitinfo, HEDDLE_SIGNALS) X(sigtimedwait, HEDDLE_SIGNALS)                         \
  X(sigsuspend, HEDDLE_SIGNALS) X(pause, HEDDLE_SIGNALS) X(alarm, HEDDLE_SIGNALS) X(ualarm, HEDDLE_SIGNALS)         \
  X(setitimer, HEDDLE_SIGNALS) X(timer_create, HEDDLE_SIGNALS) X(sigqueue, HEDDLE_SIGNALS)                          \
  X(pthread_sigqueue, HEDDLE_SIGNALS) X(tgkill, HEDDLE_SIGNALS)                                                     \
  X(pthread_cancel, HEDDLE_CANCELLATION)                                                                            \
  X(pthread_mutex_consistent, HEDDLE_ROBUST) X(pthread_mutex_setprioceiling, HEDDLE_CEILING)                        \
  X(sem_open, HEDDLE_NAMED) X(sem_close, HEDDLE_NAMED) X(sem_unlink, HEDDLE_NAMED)                                  \
  X(initstate, HEDDLE_UNSEEN) X(setstate, HEDDLE_UNSEEN) X(erand48, HEDDLE_UNSEEN) X(nrand48, HEDDLE_UNSEEN)        \
  X(jrand48, HEDDLE_UNSEEN) X(seed48, HEDDLE_UNSEEN) X(lcong48, HEDDLE_UNSEEN)                                      \
  X(fmemopen, HEDDLE_UNSEEN) X(open_memstream, HEDDLE_UNSEEN) X(open_wmemstream, HEDDLE_UNSEEN)                     \
  X(fopencookie, HEDDLE_UNSEEN) X(tsearch, HEDDLE_UNSEEN) X(tdelete, HEDDLE_UNSEEN) X(lsearch, HEDDLE_UNSEEN)       \
  X(hsearch_r, HEDDLE_UNSEEN) X(swab, HEDDLE_UNSEEN) \
  X(unlinkat, HEDDLE_OUTSIDE) X(renameat, HEDDLE_OUTSIDE)        \
  X(renameat2, HEDDLE_OUTSIDE) X(mkdir, HEDDLE_OUTSIDE) X(mkdirat, HEDDLE_OUTSIDE)         \
  X(rmdir, HEDDLE_OUTSIDE) X(link, HEDDLE_OUTSIDE) X(linkat, HEDDLE_OUTSIDE) X(symlink, HEDDLE_OUTSIDE)              \
  X(symlinkat, HEDDLE_OUTSIDE) X(chmod, HEDDLE_OUTSIDE) X(fchmod, HEDDLE_OUTSIDE) X(fchmodat, HEDDLE_OUTSIDE)        \
  X(chown, HEDDLE_OUTSIDE) X(fchown, HEDDLE_OUTSIDE) X(lchown, HEDDLE_OUTSIDE) X(fchownat, HEDDLE_OUTSIDE)           \
  X(truncate, HEDDLE_OUTSIDE) X(truncate64, HEDDLE_OUTSIDE) X(utime, HEDDLE_OUTSIDE) X(utimes, HEDDLE_OUTSIDE)       \
  X(utimensat, HEDDLE_OUTSIDE) X(futimens, HEDDLE_OUTSIDE) X(futimes, HEDDLE_OUTSIDE) X(mkfifo, HEDDLE_OUTSIDE)      \
  X(mkfifoat, HEDDLE_OUTSIDE) X(mknod, HEDDLE_OUTSIDE) X(mknodat, HEDDLE_OUTSIDE) X(mkdtemp, HEDDLE_OUTSIDE)         \
  X(posix_fallocate, HEDDLE_OUTSIDE) X(fallocate, HEDDLE_OUTSIDE)                       \
  X(chdir, HEDDLE_OUTSIDE) X(fchdir, HEDDLE_OUTSIDE) X(chroot, HEDDLE_OUTSIDE) X(umask, HEDDLE_OUTSIDE)              \
  X(setuid, HEDDLE_OUTSIDE) X(setgid, HEDDLE_OUTSIDE) X(seteuid, HEDDLE_OUTSIDE) X(setegid, HEDDLE_OUTSIDE)          \
  X(setsid, HEDDLE_OUTSIDE) X(setpgid, HEDDLE_OUTSIDE) X(setpriority, HEDDLE_OUTSIDE) X(nice, HEDDLE_OUTSIDE)        \
  X(sethostname, HEDDLE_OUTSIDE) X(settimeofday, HEDDLE_OUTSIDE) X(clock_settime, HEDDLE_OUTSIDE)                    \
  X(adjtime, HEDDLE_OUTSIDE)                                                                \
  X(shm_open, HEDDLE_OTHERS) X(shmget, HEDDLE_OTHERS) X(shmat, HEDDLE_OTHERS) X(shmdt, HEDDLE_OTHERS)                \
  X(shmctl, HEDDLE_OTHERS) X(semget, HEDDLE_OTHERS) X(semctl, HEDDLE_OTHERS) X(msgget, HEDDLE_OTHERS)                \
  X(msgctl, HEDDLE_OTHERS) X(mq_open, HEDDLE_OTHERS) X(inotify_init, HEDDLE_OTHERS)                                  \
  X(inotify_init1, HEDDLE_OTHERS) X(inotify_add_watch, HEDDLE_OTHERS) X(signalfd, HEDDLE_OTHERS)                     \
  X(pidfd_open, HEDDLE_OTHERS) \
  X(makecontext, HEDDLE_CONTEXT) X(swapcontext, HEDDLE_CONTEXT) X(setcontext, HEDDLE_CONTEXT)                        \
  X(mremap, HEDDLE_ADDRESSES) X(brk, HEDDLE_ADDRESSES) X(sbrk, HEDDLE_ADDRESSES) X(ioctl, HEDDLE_UNSEEN)          \
  X(pkey_mprotect, HEDDLE_ADDRESSES)
// clang-format on
